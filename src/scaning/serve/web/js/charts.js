// Plots, drawn by hand: each with a title, its values as text, and a table for those who cannot see it.

import { el, fresh, svg } from "./dom.js";

const WIDTH = 320;

function figure(title, picture, head, rows) {
  const name = fresh("figure");
  return el("figure", { class: "chart", "aria-labelledby": name },
    el("figcaption", { id: name }, title),
    picture,
    el("details", {}, el("summary", {}, "As a table"),
      el("table", {}, el("thead", {}, el("tr", {}, head.map((one) => el("th", { scope: "col" }, one)))),
        el("tbody", {}, rows.map(([first, ...rest]) => el("tr", {}, el("th", { scope: "row" }, first), rest.map((one) => el("td", {}, one))))))));
}

/** Lying bars, the longest first: names and counts. */
export function bars(title, entries, unit) {
  const most = Math.max(1, ...entries.map(([, count]) => count));
  const row = 26;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${entries.length * row + 2}`, "aria-hidden": "true" },
    entries.map(([name, count], place) => {
      const length = Math.max(2, (WIDTH - 200) * (count / most));
      const y = place * row;
      return svg("g", {},
        svg("text", { x: 150, y: y + 17, "text-anchor": "end" }, name),
        svg("rect", { x: 158, y: y + 5, width: length.toFixed(1), height: 16, rx: 3, class: "bar" }),
        svg("text", { x: (164 + length).toFixed(1), y: y + 17, class: "value" }, String(count)));
    }));
  return figure(title, picture, ["", unit], entries.map(([name, count]) => [name, String(count)]));
}

/** Standing bars over equal steps; `names` are those of the steps, `ends` what stands below. */
export function histogram(title, counts, names, ends, unit) {
  const height = 120;
  const most = Math.max(1, ...counts);
  const step = WIDTH / counts.length;
  const sparse = counts.length > 8;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${height + 34}`, "aria-hidden": "true" },
    svg("line", { x1: 0, x2: WIDTH, y1: height + 14.5, y2: height + 14.5, class: "axis" }),
    counts.map((count, place) => {
      const tall = (height - 6) * (count / most);
      return svg("g", {},
        count ? svg("rect", { x: (place * step + 1.5).toFixed(1), y: (height + 14 - tall).toFixed(1), width: (step - 3).toFixed(1), height: tall.toFixed(1), rx: 2, class: "bar" }) : null,
        count && !sparse ? svg("text", { x: (place * step + step / 2).toFixed(1), y: (height + 8 - tall).toFixed(1), "text-anchor": "middle", class: "value" }, String(count)) : null,
        sparse ? null : svg("text", { x: (place * step + step / 2).toFixed(1), y: height + 30, "text-anchor": "middle" }, names[place]));
    }),
    sparse ? [svg("text", { x: 0, y: height + 30 }, ends[0]), svg("text", { x: WIDTH, y: height + 30, "text-anchor": "end" }, ends[1])] : null);
  return figure(title, picture, ["", unit], counts.map((count, place) => [names[place], String(count)]));
}

/** Means with their deviations on a scale from 0 to 5, one line for each name. */
export function means(title, entries) {
  const row = 30;
  const left = 112;
  const x = (value) => left + (WIDTH - left - 12) * (Math.max(0, Math.min(5, value)) / 5);
  const base = entries.length * row + 6;
  const known = entries.filter(([, { mean }]) => mean !== null);
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${base + 22}`, "aria-hidden": "true" },
    [0, 1, 2, 3, 4, 5].map((grade) => [
      svg("line", { x1: x(grade), x2: x(grade), y1: 2, y2: base, class: "axis" }),
      svg("text", { x: x(grade), y: base + 16, "text-anchor": "middle" }, String(grade))]),
    known.map(([name, { mean, std }], place) => {
      const y = place * row + row / 2 + 2;
      return svg("g", {},
        svg("text", { x: left - 12, y: y + 4, "text-anchor": "end" }, name),
        std ? svg("line", { x1: x(mean - std).toFixed(1), x2: x(mean + std).toFixed(1), y1: y, y2: y, class: "spread" }) : null,
        svg("circle", { cx: x(mean).toFixed(1), cy: y, r: 6, class: "bar" }));
    }));
  return figure(title, picture, ["", "Mean", "Deviation", "Samples"],
    known.map(([name, { mean, std, n }]) => [name, mean.toFixed(2), std === null ? "–" : std.toFixed(2), String(n)]));
}
