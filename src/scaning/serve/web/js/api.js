// Speaks to the server: one function for each thing that is asked.

const KEY = "scaning-key";

/** What the server said was wrong, in a line. */
export class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Remembers an API key until the window is closed. */
export function useKey(key) {
  sessionStorage.setItem(KEY, key);
}

async function asked(method, path, { body, form, signal } = {}) {
  const headers = {};
  const key = sessionStorage.getItem(KEY);
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: form ?? (body && JSON.stringify(body)) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, "The server cannot be reached. Nothing is lost; try again.");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refused(answer.status, said.detail ?? `The server answered ${answer.status}.`);
}

const json = async (...given) => (await asked(...given)).json();

export const about = (signal) => json("GET", "/v1/about", { signal });
export const jobs = (signal) => json("GET", "/v1/jobs", { signal });
export const job = (id, signal) => json("GET", `/v1/jobs/${id}`, { signal });
export const startJob = (form) => json("POST", "/v1/jobs", { form });
export const dropJob = (id) => asked("DELETE", `/v1/jobs/${id}`);
export const problems = (id, start, count, signal) =>
  json("GET", `/v1/jobs/${id}/problems?start=${start}&count=${count}`, { signal });
export const summary = (id, signal) => json("GET", `/v1/jobs/${id}/summary`, { signal });
export const check = (candidate, text, signal) =>
  json("POST", `/v1/candidates/${candidate}/check`, { body: { text }, signal });
export const review = (candidate, body) => json("PUT", `/v1/candidates/${candidate}/review`, { body });
export const studies = (signal) => json("GET", "/v1/studies", { signal });
export const startStudy = (form) => json("POST", "/v1/studies", { form });
export const task = (id, rater, signal) =>
  json("GET", `/v1/studies/${id}/task?rater=${encodeURIComponent(rater)}`, { signal });
export const rate = (id, body) => asked("PUT", `/v1/studies/${id}/ratings`, { body });
export const results = (id, signal) => json("GET", `/v1/studies/${id}/results`, { signal });

/** Saves what a path answers as a file; a plain link could not send the key. */
export async function download(path) {
  const answer = await asked("GET", path);
  const named = /filename(?:\*=UTF-8'')?=?([^;]+)$/.exec(answer.headers.get("Content-Disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = named ? decodeURIComponent(named[1].replace(/^=/, "")) : "scaning";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
