"""The style of a page: light, dark and print, in one style sheet that loads nothing."""

from __future__ import annotations

from collections.abc import Mapping

from ...figures.grammar.palette import DARK, LIGHT
from ...figures.svg.svg import STYLE as FIGURES

_ROLES = ("paper", "ink", "muted", "faint")
# The colors of the figures, and those of surfaces and links. A test checks that text on them has a
# contrast of at least 4.5 to 1.
PAPER_LIGHT = {role: LIGHT[role] for role in _ROLES} | {"surface": "#f4f6f8", "link": "#005a8c"}
PAPER_DARK = {role: DARK[role] for role in _ROLES} | {"surface": "#1d2126", "link": "#8cc8f2"}


def _variables(colors: Mapping[str, str]) -> str:
    return "".join(f"--{role}:{color};" for role, color in colors.items())


_RULES = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:.75rem 1.25rem 1.5rem;max-width:70rem;background:var(--paper);
 color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--link);
 outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--paper);z-index:1}
header{border-bottom:1px solid var(--faint);padding-bottom:.5rem;display:flex;flex-wrap:wrap;
 align-items:baseline;gap:0 1.25rem}
h1{font-size:1.6rem;line-height:1.25;margin:.25rem 0;overflow-wrap:anywhere}
h2{font-size:1.3rem;margin:2rem 0 .75rem;padding-top:.25rem;overflow-wrap:anywhere}
section:first-child>h2{position:absolute;left:-100vw}
section:first-child>.verdict{margin-top:.75rem}
h3{font-size:1.1rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
h4{font-size:1rem;margin:1.75rem 0 .5rem}
p,li,dd{max-width:46rem;overflow-wrap:anywhere}
.lead{color:var(--muted);margin:0}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;margin:1rem 0 0}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
.verdict{list-style:none;margin:0;padding:0;border-left:4px solid var(--link);
 background:var(--surface)}
.verdict li{padding:.4rem 1rem;max-width:none;line-height:1.45}
.row{display:flex;flex-wrap:wrap;gap:0 2rem}
.row>details[open]{flex-basis:100%;min-width:0}
.verdict li+li{border-top:1px solid var(--faint)}
.topic{display:block;font-size:.8rem;font-weight:600;letter-spacing:.03em;color:var(--muted);
 text-transform:uppercase}
.note,figcaption,caption,.source{color:var(--muted);font-size:.9rem}
.source{display:block}
.scroll{overflow-x:auto;margin:.75rem 0;width:max-content;
 max-width:calc(100% + max(0px,(100vw - 74rem)/2))}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.25rem 0;caption-side:top}
caption span{display:inline-block;position:sticky;left:0;max-width:min(46rem,100vw - 2rem)}
th,td{padding:.35rem .8rem;text-align:left;vertical-align:middle;
 border-bottom:1px solid var(--faint)}
th:first-child,td:first-child{padding-left:0}
thead th{border-bottom:2px solid var(--faint);font-weight:600;vertical-align:bottom}
thead th{white-space:nowrap}
thead th:has(wbr){white-space:normal}
td small,tbody th small{display:block;font-weight:400;white-space:nowrap;color:var(--muted)}
tbody th{font-weight:500;overflow-wrap:break-word;min-width:7rem}
.entries tbody th{min-width:14rem}
.n{text-align:right;white-space:nowrap}
td.t{min-width:15rem}
.none{color:var(--muted);font-style:italic}
.chip{white-space:nowrap;font-size:.85em;padding:.05rem .5rem;border:1px solid var(--faint);
 border-radius:1rem}
figure{margin:.75rem 0 .5rem;display:flex;flex-wrap:wrap;gap:.25rem 2rem;align-items:flex-start}
.pictures{display:flex;flex-wrap:wrap;gap:0 2.5rem}
.pictures>figure{min-width:0;max-width:100%}
.pictures>figure:not(:only-child){display:block;width:var(--width)}
figure>.numbers{flex-basis:100%;min-width:0}
figure:only-child{flex:1 1 100%}
.picture{overflow-x:auto;min-width:0;max-width:100%}
.picture svg{display:block;max-width:100%;min-width:calc(.55*var(--width));height:auto}
td svg{display:block;max-width:none}
figcaption{margin-top:.5rem;max-width:46rem;flex:1 1 16rem}
details{margin:.35rem 0}
summary{cursor:pointer;color:var(--link);overflow-wrap:anywhere}
details.section{border-top:1px solid var(--faint);margin:0}
details.section>summary{padding:.3rem 0}
details.section>summary h2{display:inline;margin:0;padding:0;font-size:1.1rem}
details.section[open]>summary h2{font-size:1.3rem}
details.section[open]{padding-bottom:1.5rem}
.about{color:var(--muted);font-size:.9rem;margin-left:.5rem}
details.part{border-top:1px solid var(--faint);padding:.75rem 0;margin:0}
.part>summary h3{display:inline;margin:0}
ul.plain{list-style:none;margin:0;padding:0}
.notes li{margin-bottom:.5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:.75rem 0}
dt{color:var(--muted)}
dd{margin:0}dd code{white-space:pre-wrap}
pre{background:var(--surface);padding:.8rem 1rem;overflow-x:auto;font-size:.85rem;
 white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--faint);user-select:all}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.92em}
footer{margin-top:.75rem;border-top:1px solid var(--faint);padding-top:.75rem;color:var(--muted);
 font-size:.9rem}
@media screen and (min-width:60rem){
 main{display:grid;grid-template-columns:1fr 1fr;column-gap:2.5rem}
 main>section{grid-column:1/-1;min-width:0}
 main>section:has(>details.section:not([open])){grid-column:auto}
 .verdict li:has(.topic){display:grid;grid-template-columns:10.5rem 1fr;align-items:baseline}
 figure.side{display:grid;grid-template:auto 1fr/max-content minmax(14rem,1fr)}
 .side>.picture{grid-row:1/3}
 .side>.numbers[open]{grid-column:1/-1}
}
@media(max-width:40rem){body{padding:1rem .9rem 3rem}h1{font-size:1.4rem}
 dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
"""
_PRINT = """
@page{margin:16mm}
html{font-size:12px}
body{max-width:none;padding:0}
nav,.skip{display:none}
a{color:inherit;text-decoration:none}
h2,h3,h4,caption,thead,summary{break-after:avoid}
figure,tr,.verdict li,.notes li{break-inside:avoid}
.scroll,.picture{overflow:visible}
.scroll{width:auto;max-width:none}
td.t,tbody th,.entries tbody th{min-width:0}
td,th{overflow-wrap:anywhere}
thead th.n,thead th{white-space:normal}
.picture svg{width:calc(.75*var(--width));max-width:100%;min-width:0;max-height:200mm}
figcaption{min-width:12rem}
table{font-size:8pt}
td svg{zoom:.75}
th,td{padding:.2rem .4rem}
details::details-content{content-visibility:visible;block-size:auto}
details.numbers{display:none}
details.part,details.section{border:0}
summary{list-style:none;color:inherit}
details.section>summary h2{font-size:1.3rem}
"""

STYLE = (
    f":root{{color-scheme:light;{_variables(PAPER_LIGHT)}}}"
    "@media screen and (prefers-color-scheme:dark)"
    f"{{:root{{color-scheme:dark;{_variables(PAPER_DARK)}}}}}"
    f"{FIGURES}{_RULES}@media print{{{_PRINT}}}"
)
