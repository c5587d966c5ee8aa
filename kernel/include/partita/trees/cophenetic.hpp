// Two trees over the same leaves: the sum, over all pairs of leaves, of the product of the heights
// at which the trees join them, in O(n log^3 n) and without a matrix of pairs.
//
// The first tree is split into heavy paths. Going up a path, the leaves of each side branch are
// paired with all leaves below, which are kept in the second tree as counts; a leaf is added O(log
// n) times. There,
//   sum over kept y of h(x, y) = sum over ancestors v of x of kept(v) (h_v - h_parent(v)),
// read from prefix sums along the heavy paths of the second tree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace partita {

// Nodes 0 .. leaves-1 are leaves; children come before parents; the last node is the root.
struct RootedTree {
  std::size_t leaves;
  std::span<const std::int64_t> parents;  // of the root: -1
  std::span<const double> heights;

  void check() const {
    const std::size_t nodes = parents.size();
    if (leaves == 0 || nodes < leaves || heights.size() != nodes || parents[nodes - 1] != -1)
      throw std::invalid_argument("a tree has leaves, a height for each node, and a last root");
    for (std::size_t node = 0; node + 1 < nodes; ++node) {
      const std::int64_t parent = parents[node];
      if (parent < 0 || static_cast<std::size_t>(parent) >= nodes ||
          static_cast<std::size_t>(parent) <= node || static_cast<std::size_t>(parent) < leaves)
        throw std::invalid_argument("children come before their parent, which is no leaf");
    }
  }
};

// Heavy paths: each inner node continues with its child with the most leaves. `place` numbers nodes
// so that a path is a run from its top down, and the leaves of a subtree are a run of `leaf_order`.
struct HeavyPaths {
  std::vector<std::size_t> parent, size, heavy, top, place, first_leaf, leaf_order;

  explicit HeavyPaths(const RootedTree& tree) {
    const std::size_t nodes = tree.parents.size(), n = tree.leaves;
    parent.assign(nodes, nodes);
    size.assign(nodes, 0);
    heavy.assign(nodes, nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
      if (node < n) size[node] = 1;
      if (node + 1 == nodes) break;
      const auto above = static_cast<std::size_t>(tree.parents[node]);
      parent[node] = above;
      size[above] += size[node];
    }
    for (std::size_t node = 0; node + 1 < nodes; ++node) {
      std::size_t& chosen = heavy[parent[node]];
      if (chosen == nodes || size[node] > size[chosen]) chosen = node;
    }
    top.assign(nodes, nodes - 1);
    first_leaf.assign(nodes, 0);
    std::vector<std::size_t> next(nodes, 0);  // where the next child's leaves go
    std::vector<std::size_t> depth_on_path(nodes, 0), length(nodes, 0);
    leaf_order.assign(n, 0);
    for (std::size_t node = nodes; node-- > 0;) {
      if (node + 1 < nodes) {
        const std::size_t above = parent[node];
        top[node] = heavy[above] == node ? top[above] : node;
        depth_on_path[node] = heavy[above] == node ? depth_on_path[above] + 1 : 0;
        first_leaf[node] = next[above];
        next[above] += size[node];
      }
      next[node] = first_leaf[node];
      length[top[node]] = std::max(length[top[node]], depth_on_path[node] + 1);
      if (node < n) leaf_order[first_leaf[node]] = node;
    }
    place.assign(nodes, 0);
    std::vector<std::size_t> start(nodes, 0);
    std::size_t used = 0;
    for (std::size_t node = nodes; node-- > 0;) {
      if (top[node] == node) {
        start[node] = used;
        used += length[node];
      }
      place[node] = start[top[node]] + depth_on_path[node];
    }
  }
};

// Counts of kept leaves at every node of a tree; sums of step * count from the root to a leaf.
class KeptLeaves {
 public:
  explicit KeptLeaves(const RootedTree& tree)
      : paths_(tree),
        before_(tree.parents.size() + 1, 0.0L),
        counts_(tree.parents.size() + 2, 0),
        sums_(tree.parents.size() + 2, 0.0L) {
    const std::size_t nodes = tree.parents.size();
    std::vector<long double> step(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
      const bool root = node + 1 == nodes;
      step[paths_.place[node]] = static_cast<long double>(tree.heights[node]) -
                                 (root ? 0.0L : tree.heights[paths_.parent[node]]);
    }
    for (std::size_t at = 0; at < nodes; ++at) before_[at + 1] = before_[at] + step[at];
  }

  void change(std::size_t leaf, std::int64_t by) {
    for (std::size_t node = leaf; node < paths_.parent.size();) {
      const std::size_t head = paths_.top[node];
      update(paths_.place[head], by);
      update(paths_.place[node] + 1, -by);
      node = paths_.parent[head];
    }
  }

  // Sum over kept leaves y of the height at which leaf and y are joined; leaf itself is not kept.
  long double read(std::size_t leaf) const {
    long double total = 0.0L;
    for (std::size_t node = leaf; node < paths_.parent.size();) {
      const std::size_t head = paths_.top[node];
      total += prefix(paths_.place[node]) - prefix_before(paths_.place[head]);
      node = paths_.parent[head];
    }
    return total;
  }

 private:
  void update(std::size_t at, std::int64_t by) {
    const long double sum =
        static_cast<long double>(by) * before_[std::min(at, before_.size() - 1)];
    for (std::size_t i = at + 1; i < counts_.size(); i += i & (~i + 1)) {
      counts_[i] += by;
      sums_[i] += sum;
    }
  }

  long double prefix_before(std::size_t at) const { return at == 0 ? 0.0L : prefix(at - 1); }

  // Sum of step * count over the places 0 .. at.
  long double prefix(std::size_t at) const {
    std::int64_t count = 0;
    long double sum = 0.0L;
    for (std::size_t i = at + 1; i > 0; i -= i & (~i + 1)) {
      count += counts_[i];
      sum += sums_[i];
    }
    return before_[at + 1] * static_cast<long double>(count) - sum;
  }

  HeavyPaths paths_;
  std::vector<long double> before_;   // sums of steps up to a place
  std::vector<std::int64_t> counts_;  // Fenwick trees of the differences of counts ...
  std::vector<long double> sums_;     // ... and of these differences times `before_`
};

inline double cophenetic_products(const RootedTree& first, const RootedTree& second) {
  first.check();
  second.check();
  if (first.leaves != second.leaves)
    throw std::invalid_argument("both trees must have the same leaves");
  const HeavyPaths paths(first);
  const std::size_t nodes = first.parents.size(), n = first.leaves;
  std::vector<std::vector<std::size_t>> branches(nodes);  // light children
  for (std::size_t node = 0; node + 1 < nodes; ++node)
    if (paths.heavy[paths.parent[node]] != node) branches[paths.parent[node]].push_back(node);
  KeptLeaves kept(second);
  long double total = 0.0L;
  for (std::size_t leaf = 0; leaf < n; ++leaf) {  // a path ends in one leaf
    const std::size_t head = paths.top[leaf];
    if (head == leaf) continue;
    kept.change(leaf, 1);
    std::size_t node = leaf;
    while (node != head) {
      node = paths.parent[node];
      for (const std::size_t branch : branches[node]) {
        const std::size_t from = paths.first_leaf[branch], to = from + paths.size[branch];
        long double met = 0.0L;
        for (std::size_t i = from; i < to; ++i) met += kept.read(paths.leaf_order[i]);
        total += met * first.heights[node];
        for (std::size_t i = from; i < to; ++i) kept.change(paths.leaf_order[i], 1);
      }
    }
    const std::size_t from = paths.first_leaf[head], to = from + paths.size[head];
    for (std::size_t i = from; i < to; ++i) kept.change(paths.leaf_order[i], -1);
  }
  return static_cast<double>(total);
}

}  // namespace partita
