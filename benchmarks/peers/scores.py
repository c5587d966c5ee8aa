"""Scores by libraries for clustering evaluation."""

from __future__ import annotations

import re
from typing import Any

from . import Offer, peer, score


def _learn(name: str, truth: Any, prediction: Any) -> Any:
    from sklearn import metrics

    function = getattr(metrics, name)
    return lambda: function(truth, prediction)


@peer("scikit-learn", "ARI", needs="sklearn")
def _learn_ari(truth: Any, prediction: Any) -> Offer:
    return _learn("adjusted_rand_score", truth, prediction), score("ARI")


@peer("scikit-learn", "V", needs="sklearn")
def _learn_v(truth: Any, prediction: Any) -> Offer:
    return _learn("v_measure_score", truth, prediction), score("V")


@peer("scikit-learn", "NMI", needs="sklearn")
def _learn_nmi(truth: Any, prediction: Any) -> Offer:
    return _learn("normalized_mutual_info_score", truth, prediction), score("NMI")


@peer("scikit-learn", "AMI", needs="sklearn")
def _learn_ami(truth: Any, prediction: Any) -> Offer:
    return _learn("adjusted_mutual_info_score", truth, prediction), score("AMI")


@peer("genieclust", "ARI", needs="genieclust")
def _genieclust(truth: Any, prediction: Any) -> Offer:
    from genieclust.compare_partitions import adjusted_rand_score

    return lambda: adjusted_rand_score(truth, prediction), score("ARI")


@peer("clusim", "ARI", needs="clusim")
def _clusim(truth: Any, prediction: Any) -> Offer:
    from clusim.clustering import Clustering
    from clusim.sim import adjrand_index

    def clustering(labels: Any) -> Any:
        members: dict[int, list[int]] = {}
        for place, label in enumerate(labels.tolist()):
            members.setdefault(place, []).append(label)
        return Clustering(elm2clu_dict=members)

    first, second = clustering(truth), clustering(prediction)
    return lambda: adjrand_index(first, second), score("ARI")


def _torch(name: str, truth: Any, prediction: Any) -> Any:
    import torch
    from torchmetrics.functional import clustering

    torch.set_num_threads(2)
    function = getattr(clustering, name)
    first, second = torch.from_numpy(truth), torch.from_numpy(prediction)
    return lambda: function(second, first)


@peer("torchmetrics", "ARI", needs="torchmetrics", threads=2, tolerance=1e-5)
def _torch_ari(truth: Any, prediction: Any) -> Offer:
    return _torch("adjusted_rand_score", truth, prediction), score("ARI")


@peer("torchmetrics", "V", needs="torchmetrics", threads=2, tolerance=1e-5)
def _torch_v(truth: Any, prediction: Any) -> Offer:
    return _torch("v_measure_score", truth, prediction), score("V")


@peer("igraph", "ARI", needs="igraph")
def _igraph_ari(truth: Any, prediction: Any) -> Offer:
    from igraph import compare_communities

    first, second = truth.tolist(), prediction.tolist()
    return lambda: compare_communities(first, second, method="adjusted_rand"), score("ARI")


@peer("igraph", "NMI", needs="igraph")
def _igraph_nmi(truth: Any, prediction: Any) -> Offer:
    from igraph import compare_communities

    first, second = truth.tolist(), prediction.tolist()
    return lambda: compare_communities(first, second, method="nmi"), score("NMI")


@peer("fastami", "AMI", needs="fastami", tolerance=0.05)  # sampled to a chosen precision
def _fastami(truth: Any, prediction: Any) -> Offer:
    from fastami import adjusted_mutual_info_mc

    def value(result: Any) -> dict[str, Any]:
        found = result[0] if isinstance(result, tuple) else result
        return {"AMI": float(re.split(r"[+(±]", str(found))[0])}

    return lambda: adjusted_mutual_info_mc(truth, prediction), value
