/** Streams over real HTTP: they resume by number, also when the server was away; many at once cost one, and leave nothing when they go. */
import { expect, onTestFinished, test } from "vitest";
import { CRASH } from "../../src/testing/outcomes.ts";
import { aProject, aRun, ends } from "../app-lab.ts";
import { until } from "../wait.ts";
import { aShop, served, TOKEN } from "./served.ts";

const auth = { Authorization: `Bearer ${TOKEN}` };

test("the stream of records resumes after the number one has, and follows what comes", async () => {
  const project = aProject();
  await aRun(project, ["api", "page"], ends("api.1", CRASH));
  const { client } = await served(project);
  const { here } = await client.overview();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const seen: number[] = [];
  for await (const { seq } of client.events(here, "r1", 2, stop.signal)) {
    seen.push(seq);
    if (seq === 4) break;
  }
  expect(seen).toEqual([3, 4]);
});

test("a server that goes away and comes back costs its client no record, and gives none twice", async () => {
  const project = aProject();
  await aRun(project, ["api", "page"], ends("api.1", CRASH));
  const first = await served(project);
  const { here } = await first.client.overview();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const seen: number[] = [];
  const following = (async () => {
    for await (const { seq } of first.client.events(here, "r1", 0, stop.signal)) seen.push(seq);
  })();
  await until("all records so far", () => seen.includes(4));
  await first.close();
  const lease = await project.runs.lease("r1");
  if ("heldBy" in lease) throw new Error("nobody works on it");
  const { runRules } = await import("../../src/runtime/run/run-rules.ts");
  const run = await project.runs.open(lease, { rules: runRules, now: () => 9_000, dice: () => 0 });
  await run.submit({ type: "pause" });
  await served(project, first.port);
  await until("the record that was written meanwhile", () => seen.includes(5));
  await run.submit({ type: "resume" });
  await until("one that came after", () => seen.includes(6));
  await run.close();
  await lease.release();
  stop.abort();
  await following;
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a number that is no number, or below the first, begins at the beginning or is refused", async () => {
  const { origin, client } = await aShop();
  const { here } = await client.overview();
  const url = `${origin}/api/projects/${here}/runs/r1/events`;
  for (const last of ["x", "-4", "1.5"]) {
    const stop = new AbortController();
    const response = await fetch(url, { headers: { ...auth, "Last-Event-ID": last }, signal: stop.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain("id: 1\n");
    stop.abort();
  }
  expect((await fetch(`${url}?from=-1`, { headers: auth })).status).toBe(400);
});

const TABS = 25;

test("many who look at one run are served by one reading of it, and are forgotten when they go", async () => {
  const { origin, client, cache, project } = await aShop();
  const { here } = await client.overview();
  const stop = new AbortController();
  const first = await Promise.all(
    Array.from({ length: TABS }, async () => {
      const url = `${origin}/api/projects/${here}/runs/r1/page`;
      const response = await fetch(url, { headers: auth, signal: stop.signal });
      const { value } = (await response.body?.getReader().read()) ?? {};
      return new TextDecoder().decode(value);
    }),
  );
  expect(new Set(first).size).toBe(1);
  expect(first[0]).toContain('"task page"');
  const watch = await cache.watch(project, "r1");
  expect(watch.listeners).toBe(TABS);
  stop.abort();
  await until("all of them to be forgotten", () => watch.listeners === 0);
});
