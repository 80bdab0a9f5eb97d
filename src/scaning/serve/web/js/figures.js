// The dashboard: what was decided in a job, and what the raters of a study say.

import * as api from "./api.js";
import { bars, histogram, means } from "./charts.js";
import { counted, el } from "./dom.js";
import * as words from "./words.js";

const DECISIONS = [["accepted", "accepted"], ["edited", "edited"], ["rejected", "rejected"], ["open", "not decided"]];
const SCORES = [
  ["diversity", "How different the versions are", ["0 the same words", "1 all other words"]],
  ["similarity", "How close in meaning", ["0 unrelated", "1 the same"]],
];
const MEASURES = [["solvability", "Solvability"], ["diversity", "Diversity"], ["fluency", "Fluency"]];
const GRADES = ["0", "1", "2", "3", "4", "5"];

/** The view. */
export async function figures({ hash, signal }) {
  const [jobs, studies] = await Promise.all([api.jobs(signal), api.studies(signal)]);
  const [, kind, id] = /^#\/figures\/(job|study)\/([\w-]+)$/.exec(hash) ?? first(jobs, studies);
  const body = await { job: ofJob, study: ofStudy, none: nothing }[kind](id, signal);
  return el("div", { class: "wide" },
    el("h1", {}, "Figures"),
    kind === "none" ? null : chooser(jobs, studies, `${kind}/${id}`),
    body);
}

function first(jobs, studies) {
  if (jobs.length) return ["", "job", jobs[0].id];
  return studies.length ? ["", "study", studies[0].id] : ["", "none", ""];
}

async function nothing() {
  return el("p", { class: "lead" }, "There is nothing to show yet. ", el("a", { href: "#/" }, "Rewrite some problems"), " first.");
}

function chooser(jobs, studies, chosen) {
  const option = (kind) => ({ id, name }) => el("option", { value: `${kind}/${id}`, selected: `${kind}/${id}` === chosen }, name);
  const go = (event) => { window.location.hash = `#/figures/${event.target.value}`; };
  return el("p", { class: "chooser" }, el("label", { for: "of" }, "Of "),
    el("select", { id: "of", change: go },
      jobs.length ? el("optgroup", { label: "Problems" }, jobs.map(option("job"))) : null,
      studies.length ? el("optgroup", { label: "Studies" }, studies.map(option("study"))) : null));
}

const tile = (value, label) => el("div", { class: "tile" }, el("strong", {}, value), el("span", {}, label));

async function ofJob(id, signal) {
  const found = await api.summary(id, signal);
  const decided = DECISIONS.map(([name, label]) => [label, found.decisions[name] ?? 0]).filter(([, count]) => count);
  const reasons = Object.entries(found.reasons).map(([kind, count]) => [words.kind(kind), count]);
  return el("div", {},
    el("div", { class: "tiles" },
      tile(found.problems, "problems"),
      tile(`${found.with_variants}`, "with a version"),
      tile(found.variants, "versions handed out"),
      tile(found.turned_down, "turned down")),
    el("div", { class: "charts" },
      decided.length ? bars("What was decided", decided, "Versions") : null,
      reasons.length ? bars("Why others were turned down", reasons, "Candidates") : null,
      found.variants ? SCORES.map(([name, title, ends]) => histogram(title, found.scores[name], binNames(found.scores[name].length), ends, "Versions")) : null));
}

const binNames = (count) => Array.from({ length: count }, (_, place) => `${(place / count).toFixed(2)}–${((place + 1) / count).toFixed(2)}`);

async function ofStudy(id, signal) {
  const { study, measures, sources } = await api.results(id, signal);
  const raters = Object.entries(study.raters);
  const progress = raters.map(([name, done]) => [name, done]);
  const save = (format) => el("button", { type: "button", click: () => api.download(`/v1/studies/${id}/export?format=${format}`) }, format.toUpperCase());
  if (!raters.length) {
    return el("p", { class: "lead" }, "Nobody has graded anything yet. ", el("a", { href: `#/rate/${id}` }, "Begin"));
  }
  return el("div", {},
    el("div", { class: "tiles" },
      tile(study.samples, "samples"),
      tile(raters.length, raters.length === 1 ? "rater" : "raters"),
      MEASURES.map(([name, label]) => tile(`${words.digits(measures[name].mean)} ± ${words.digits(measures[name].std)}`, label.toLowerCase()))),
    agreements(measures),
    el("div", { class: "charts" },
      MEASURES.map(([name, label]) => histogram(`Grades for ${label.toLowerCase()}`, measures[name].histogram, GRADES, [], "Grades")),
      bars(`How far the raters are, of ${counted(study.samples, "sample")}`, progress, "Graded"),
      Object.keys(sources).length > 1 ? MEASURES.map(([name, label]) => means(`${label} by who wrote it`, Object.entries(sources).map(([source, all]) => [source, all[name]]))) : null),
    el("p", { class: "decide" }, el("span", { class: "quiet" }, "All grades as"), save("csv"), save("xlsx"), save("jsonl")));
}

function agreements(measures) {
  const row = ([name, label]) => {
    const { agreement } = measures[name];
    return el("tr", {}, el("th", { scope: "row" }, label),
      el("td", {}, `${words.digits(measures[name].mean)} ± ${words.digits(measures[name].std)}`),
      el("td", {}, words.digits(agreement.kappa)),
      el("td", {}, agreement.kappa === null ? "not defined" : words.agreement(agreement.kappa)),
      el("td", {}, words.digits(agreement.weighted)),
      el("td", {}, String(agreement.samples)));
  };
  const head = ["", "Mean ± deviation", "Cohen’s κ", "Agreement", "κ, weighted", "Graded by two"];
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Means and agreement" }, el("table", {},
    el("caption", {}, "Means over samples, each the mean of its raters; κ is averaged over pairs of raters."),
    el("thead", {}, el("tr", {}, head.map((one) => el("th", { scope: "col" }, one)))),
    el("tbody", {}, MEASURES.map(row))));
}
