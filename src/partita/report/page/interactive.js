// The script of an interactive report. It marks a clustering wherever it is shown, sorts tables,
// shows the scores of another measure or treatment of noise, and saves figures.
//
// The page is complete without it: the script only adds controls. Every number that it shows was
// computed before and is in the page. It writes text with textContent only, never markup.
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const about = (element) => element.dataset.clustering.split("\n");

  function make(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // ---- Marking: what is about one clustering carries its name in data-clustering ----

  const owned = new Map(); // elements by the name of their clustering
  let pinned = null;

  function collect() {
    for (const table of all("table")) {
      for (const name of all("tbody th [data-clustering]", table))
        name.closest("tr").dataset.clustering = name.dataset.clustering;
      for (const name of all("thead th [data-clustering]", table)) {
        const place = name.closest("th").cellIndex;
        for (const row of table.rows) row.cells[place].dataset.clustering = name.dataset.clustering;
      }
    }
    owned.clear();
    for (const element of all("[data-clustering]"))
      for (const name of about(element)) {
        if (!owned.has(name)) owned.set(name, []);
        owned.get(name).push(element);
      }
  }

  function mark(name) {
    for (const element of all(".same")) element.classList.remove("same");
    for (const svg of all("svg.marking")) svg.classList.remove("marking");
    for (const element of owned.get(name) ?? []) {
      element.classList.add("same");
      element.closest("svg")?.classList.add("marking");
    }
  }

  function pin(name) {
    pinned = name;
    mark(pinned);
    if (chooser) chooser.value = name ?? "";
  }

  // The clustering that an event is about; null for both sides of a difference
  function clusteringOf(event) {
    const names = about(event.target.closest?.("[data-clustering]") ?? { dataset: { clustering: "" } });
    return names.length === 1 && owned.has(names[0]) ? names[0] : null;
  }

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") mark(clusteringOf(event) ?? pinned);
  });
  document.addEventListener("focusin", (event) => mark(clusteringOf(event) ?? pinned));
  document.addEventListener("focusout", () => mark(pinned));
  document.addEventListener("click", (event) => {
    if (event.target.closest("a, button, summary, select, label, option")) return;
    const name = clusteringOf(event);
    if (name !== null) pin(name === pinned ? null : name);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pin(null);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const head = event.target;
    if (!step || head.tagName !== "TH") return;
    const heads = all("tbody th[tabindex]", head.closest("table"));
    const next = heads[heads.indexOf(head) + step];
    if (!next) return;
    head.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    event.preventDefault();
  });

  // The arrow keys go through the names of a table, which is one stop of the tabulator key
  function reachable(table) {
    const heads = all("tbody tr[data-clustering] > th", table);
    heads.forEach((head, place) => (head.tabIndex = place ? -1 : 0));
  }

  // ---- Sorting ----

  const NUMBER = /^(?:p\s*)?[<≤≥]?\s*([-−+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+−]?\d+)?)\s*%?(?:\s+to\s.*)?$/i;
  const MISSING = new Set(["", "–", "no value"]);
  const collator = new Intl.Collator("en", { numeric: true });

  // What a cell is sorted by: its text without intervals, bars and links to notes
  function text(cell) {
    const copy = cell.cloneNode(true);
    for (const extra of all("small, svg, sup, button.columns", copy)) extra.remove();
    return copy.textContent.trim();
  }

  function number(shown) {
    const found = NUMBER.exec(shown);
    return found ? Number(found[1].replaceAll(",", "").replaceAll("−", "-")) : NaN;
  }

  // The places of the cells in order, those without a value last; equal ones stay as they are
  function ordered(cells, direction) {
    const shown = cells.map(text);
    const known = shown.filter((each) => !MISSING.has(each));
    const numbers = known.every((each) => !Number.isNaN(number(each)));
    const sign = direction === "descending" ? -1 : 1;
    return shown
      .map((each, place) => [MISSING.has(each), each, place])
      .sort(([gap, a, i], [missing, b, k]) => {
        if (gap || missing) return gap - missing || i - k;
        return sign * (numbers ? number(a) - number(b) : collator.compare(a, b)) || i - k;
      })
      .map(([, , place]) => place);
  }

  // Numbers start with the largest, names with the first; the third click restores the order
  function following(head, cells) {
    const shown = cells.map(text).filter((each) => !MISSING.has(each));
    const numbers = shown.every((each) => !Number.isNaN(number(each)));
    const turns = numbers ? ["descending", "ascending", ""] : ["ascending", "descending", ""];
    return turns[(turns.indexOf(head.getAttribute("aria-sort") ?? "") + 1) % 3];
  }

  function turn(head, others, direction) {
    for (const other of others) other.removeAttribute("aria-sort");
    if (direction) head.setAttribute("aria-sort", direction);
  }

  function sortable(table) {
    const body = table.tBodies[0];
    const heads = all("thead th", table);
    // A row with several empty cells sums up others and stays last
    const sum = (row) => [...row.cells].filter((cell) => !cell.hasChildNodes()).length > 1;
    const original = [...body.rows];
    const rows = original.filter((row) => !sum(row));
    if (rows.length < 2) return;
    const button = (content, act, more = {}) => {
      const made = make("button", { type: "button", ...more }, ...content);
      made.addEventListener("click", act);
      return made;
    };
    for (const head of heads) {
      const cells = () => rows.map((row) => row.cells[head.cellIndex]);
      if (cells().every((cell) => MISSING.has(text(cell)))) continue;
      const act = () => {
        const direction = following(head, cells());
        const order = direction ? ordered(cells(), direction) : rows.map((_, place) => place);
        body.append(...order.map((place) => rows[place]), ...original.filter(sum));
        turn(head, heads, direction);
      };
      head.append(button([...head.childNodes], act, { class: "sort" }));
    }
    if (heads.filter((head) => head.dataset.clustering).length > 1)
      for (const row of rows) columns(row, rows, button, table);
  }

  // Order the columns of the clusterings by the values of a row
  function columns(row, rows, button, table) {
    const head = row.cells[0];
    const label = `Order the clusterings by ${text(head)}`;
    const act = () => {
      const places = all("thead th", table).flatMap((each, k) => (each.dataset.clustering ? [k] : []));
      const direction = following(head, places.map((place) => row.cells[place]));
      const order = direction
        ? ordered(places.map((place) => row.cells[place]), direction)
        : places
            .map((place, k) => [Number(table.rows[0].cells[place].dataset.place), k])
            .sort(([a], [b]) => a - b)
            .map(([, k]) => k);
      for (const each of table.rows) {
        const cells = places.map((place) => each.cells[place]);
        const before = each.cells[places[0] - 1];
        before.after(...order.map((k) => cells[k]));
      }
      turn(head, rows.map((each) => each.cells[0]), direction);
    };
    all("thead th", table).forEach((each, k) => (each.dataset.place ??= k));
    head.append(button(["↔"], act, { class: "columns", "aria-label": label, title: label }));
  }

  // ---- Saving figures ----

  // A copy with the colors of paper, which its attributes are: the style sheet is left out
  function standalone(svg) {
    const copy = svg.cloneNode(true);
    for (const each of [copy, ...all("*", copy)])
      for (const name of each.getAttributeNames())
        if (/^(class|style|data-.*)$/.test(name)) each.removeAttribute(name);
    const paper = document.createElementNS(copy.namespaceURI, "rect");
    for (const [key, value] of Object.entries({ width: "100%", height: "100%", fill: "#fff" }))
      paper.setAttribute(key, value);
    copy.querySelector("desc").after(paper);
    return new XMLSerializer().serializeToString(copy);
  }

  function save(blob, name) {
    const link = make("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function picture(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
    await image.decode();
    const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
    const scale = Math.min(3, 8000 / Math.max(width, height));
    const canvas = make("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  function savable(figure) {
    const svg = () => figure.querySelector(".picture svg");
    const title = () => svg().getAttribute("aria-label");
    const file = () => title().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "figure";
    const kinds = {
      SVG: async () => new Blob([standalone(svg())], { type: "image/svg+xml" }),
      PNG: () => picture(svg()),
    };
    const buttons = Object.entries(kinds).map(([kind, blob]) => {
      const made = make("button", { type: "button", "aria-label": `Save ${kind}: ${title()}` }, `Save ${kind}`);
      made.addEventListener("click", async () => save(await blob(), `${file()}.${kind.toLowerCase()}`));
      return made;
    });
    figure.querySelector(".picture").after(make("div", { class: "save" }, ...buttons));
  }

  // ---- Another measure, another treatment of noise ----

  const stored = document.getElementById("partita-choices");
  const data = stored && JSON.parse(stored.textContent);
  const chosen = { measure: data?.leading, treatment: 0 };
  const pristine = new WeakMap(); // figure: its picture and caption as they were
  let chooser = null; // of the clustering that is marked
  let said = null; // what is shown, in words

  const switching = () => all("svg[data-ends]").map((svg) => svg.closest("figure"));
  const firsts = data ? [switching().find((figure) => figure.closest("#verdict"))] : [];

  function apply() {
    const choice = data.choices[chosen.treatment][chosen.measure];
    const usual = chosen.treatment === 0 && chosen.measure === data.leading;
    const [first] = firsts;
    if (first) {
      const shown = firsts.find((figure) => figure?.isConnected);
      shown.replaceWith(treated(chosen.treatment));
    }
    for (const figure of switching()) show(figure, choice, usual);
    said.textContent = choice.says;
    said.classList.toggle("changed", !usual);
    collect();
    mark(pinned);
  }

  // The first picture under a treatment of noise, which the page holds as a template
  function treated(place) {
    if (!firsts[place]) {
      const held = document.getElementById(`partita-picture-${place}`).content;
      firsts[place] = held.querySelector("figure").cloneNode(true);
      prepare(firsts[place]);
    }
    return firsts[place];
  }

  function show(figure, choice, usual) {
    const caption = figure.querySelector("figcaption");
    if (!pristine.has(figure))
      pristine.set(figure, [figure.querySelector("svg").cloneNode(true), [...caption.childNodes]]);
    const [picture, words] = pristine.get(figure);
    const svg = picture.cloneNode(true);
    figure.querySelector("svg").replaceWith(svg);
    const first = firsts.includes(figure);
    caption.replaceChildren(...(usual ? [] : [`${choice.says} `]), ...(usual || first ? words : []));
    if (!first) numbers(figure, choice, usual);
    if (!usual) rearrange(svg, choice);
  }

  // The table of the numbers: the one of the page, or one of the chosen scores
  function numbers(figure, choice, usual) {
    const [first, made] = all("details.numbers", figure);
    made?.remove();
    first.hidden = !usual;
    if (usual) return;
    const head = ["clustering", "rank", data.measures[chosen.measure], "interval"];
    const rows = choice.order.map((k, place) => {
      const [, value, , , , interval] = choice.scores[k] ?? ["", "no value"];
      const name = make("span", { "data-clustering": data.clusterings[k] }, data.clusterings[k]);
      const cells = [place + 1, value, interval || "–"].map((each) => make("td", { class: "n" }, `${each}`));
      return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    });
    const heads = head.map((each, k) => make("th", { scope: "col", ...(k ? { class: "n" } : {}) }, each));
    const caption = make("caption", {}, make("span", {}, choice.says));
    const table = make("table", {}, caption, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
    const scroll = make("div", { class: "scroll", role: "group", "aria-label": choice.title, tabindex: 0 }, table);
    const folded = make("details", { class: "numbers" }, make("summary", {}, "Numbers of this figure"), scroll);
    folded.open = first.open;
    first.after(folded);
    collect();
    sortable(table);
    reachable(table);
  }

  // Move the clusterings of a picture to their new places and draw their scores on the new scale
  function rearrange(svg, choice) {
    const [x0, y0, x1, y1] = svg.dataset.ends.split(" ").map(Number);
    const upright = x0 === x1; // the scale goes up, so that clusterings are columns
    const [start, end, along] = upright ? [y0, y1, "x"] : [x0, x1, "y"];
    const at = (share) => start + (end - start) * share;
    const labels = all('text[data-part="name"]', svg);
    const spots = labels.map((label) => Number(label.getAttribute(along)));
    const old = new Map(labels.map((label, k) => [label.dataset.clustering, k]));
    const order = choice.order.filter((k) => old.has(data.clusterings[k]));
    const shift = new Map();
    order.forEach((k, place) => {
      const name = data.clusterings[k];
      shift.set(name, spots[place] - spots[old.get(name)]);
    });
    const scores = new Map(data.clusterings.map((name, k) => [name, choice.scores[k]]));
    completed(svg, labels, spots, upright ? "cx" : "cy");
    for (const element of all("[data-clustering]", svg)) {
      const name = element.dataset.clustering;
      const by = shift.get(name) ?? 0;
      const before = element.getAttribute("transform") ?? "";
      element.setAttribute("transform", `translate(${upright ? `${by} 0` : `0 ${by}`}) ${before}`.trim());
      if (element.dataset.part === "score") element.lastChild.textContent = scores.get(name)?.[upright ? 0 : 1] ?? "–";
      if (element.dataset.part === "values") redrawn(element, scores.get(name));
    }
    function redrawn(group, score) {
      const [dot, line] = [group.querySelector("circle"), group.querySelector("path")];
      if (!score || !dot) return group.remove();
      const [, value, share, low, high, interval] = score;
      const [cross, main] = upright ? ["cx", "cy"] : ["cy", "cx"];
      dot.setAttribute(main, at(share));
      dot.replaceChildren(tip(group, `${group.dataset.clustering}: ${value}${interval && `, ${interval}`}`));
      if (!line) return;
      if (low === null) return line.remove();
      const side = dot.getAttribute(cross);
      const point = (to) => (upright ? `${side} ${at(to)}` : `${at(to)} ${side}`);
      line.setAttribute("d", `M${point(low)}L${point(high)}`);
      line.replaceChildren();
    }
    for (const scale of all('[data-part="scale"]', svg)) {
      const [line, label] = [scale.querySelector("path"), scale.querySelector("text")];
      const points = line?.getAttribute("d").match(/-?[\d.]+/g).map(Number);
      const down = upright && label ? Number(label.getAttribute("y")) - points[1] : 0;
      scale.replaceChildren();
      for (const [share, words] of choice.ticks) {
        const to = at(share);
        const [grid, text] = [line, label].map((each) => each?.cloneNode(true));
        const [a, b, c, d] = points ?? [];
        grid?.setAttribute("d", upright ? `M${a} ${to}L${c} ${to}` : `M${to} ${b}L${to} ${d}`);
        text?.setAttribute(upright ? "y" : "x", to + down);
        if (text) text.textContent = words;
        scale.append(...[grid, text].filter(Boolean));
      }
    }
    for (const each of all("text", svg)) if (each.textContent === data.label) each.textContent = choice.label;
    svg.setAttribute("aria-label", choice.title);
    svg.querySelector("title").textContent = choice.title;
    svg.querySelector("desc").textContent = choice.says;
  }

  // A clustering without a value by the measure of the page gets a dot to move, as the others have
  function completed(svg, labels, spots, cross) {
    const groups = all('[data-part="values"]', svg);
    if (!groups.length) return;
    const named = groups.map((group) => group.dataset.clustering);
    const [sample, place] = [groups[0], labels.findIndex((label) => label.dataset.clustering === named[0])];
    const away = Number(sample.querySelector("circle").getAttribute(cross)) - spots[place];
    labels.forEach((label, k) => {
      if (named.includes(label.dataset.clustering)) return;
      const made = sample.cloneNode(true);
      made.dataset.clustering = label.dataset.clustering;
      made.querySelector("circle").setAttribute(cross, spots[k] + away);
      sample.after(made);
    });
  }

  function tip(near, words) {
    const made = document.createElementNS(near.namespaceURI, "title");
    made.textContent = words;
    return made;
  }

  // ---- The controls ----

  function choose(label, names, act) {
    const options = names.map(([value, shown]) => make("option", { value }, shown));
    const select = make("select", {}, ...options);
    select.addEventListener("change", () => act(select.value));
    return [select, make("label", {}, `${label} `, select)];
  }

  function controls() {
    const labels = [];
    const several = (key, label, names) => {
      if (names.length < 2) return;
      const [select, made] = choose(label, names.map((name, k) => [k, name]), (value) => {
        chosen[key] = Number(value);
        apply();
      });
      select.value = chosen[key];
      labels.push(made);
    };
    several("measure", "Measure", data.measures);
    several("treatment", "Noise", data.treatments);
    const names = [["", "none"], ...data.clusterings.map((name) => [name, name])];
    const [select, made] = choose("Mark", names, (value) => pin(value || null));
    chooser = select;
    said = make("p", { role: "status" }, data.choices[0][data.leading].says);
    const group = make("div", { class: "tools", role: "group", "aria-label": "What the page shows" });
    group.append(...labels, made, said);
    document.querySelector("main").prepend(group);
  }

  function prepare(root) {
    collect();
    for (const table of all("table", root)) {
      sortable(table);
      reachable(table);
    }
    const figures = root.matches?.("figure") ? [root] : all("figure", root);
    for (const figure of figures) if (figure.querySelector(".picture svg")) savable(figure);
  }

  prepare(document);
  if (data) controls();
})();
