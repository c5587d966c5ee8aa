/* The order of search results: titles that hold the words come before texts that do, and pages for
   readers before catalogs, lists of pages, and fields of records. */
"use strict";

var Scorer = {
  // the numbers of Sphinx
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,

  pages: [
    [/^generated\/(howto|tutorial)\/(?!index)/, 4],
    [/^errors$|\/index$|^generated\/(repository|gallery)\/|^decisions\//, -4],
    [/^[^/]+$/, 3],
  ],
  query: (new URLSearchParams(window.location.search).get("q") || "").toLowerCase().replace(/[_-]/g, " ").trim(),

  score: ([page, title, _anchor, _description, score, _file, kind]) => {
    const text = title.toLowerCase().replace(/[_-]/g, " ");
    const words = Scorer.query.split(/\s+/);
    const held = words.filter((word) => text.includes(word)).length / words.length;
    const phrase = words.length > 1 && text.includes(Scorer.query);
    const named = kind === "object" && text.split(".").pop() === Scorer.query;
    const field = kind === "object" && /\.[A-Z]\w*\.\w+$/.test(title);
    const [, weight] = Scorer.pages.find(([pattern]) => pattern.test(page)) || [null, 0];
    return score + weight + 10 * held + (phrase ? 8 : 0) + (named ? 8 : 0) - (field ? 20 : 0);
  },
};
