/** The failure history on disk: what is appended to it, and what is never in it. */
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  historyFile,
  readKnownHistory,
  readSharedHistory,
  tellHistory,
} from "../../src/app/failures/shared-history.ts";
import { findProject, projectAt } from "../../src/app/project/project.ts";
import { defaultConfig } from "../../src/config/parse-config.ts";
import { aLab, type Lab, work } from "./history-lab.ts";

function configOf(lab: Lab, env: Record<string, string> = {}) {
  const base = defaultConfig();
  const agent = {
    adapter: "command",
    command: [],
    env,
    tiers: [],
    limits: { minutes: 1, outputMb: 1, parallel: 1 },
    options: {},
  };
  return { ...base, agents: { agent }, paths: { ...base.paths, failures: join(lab.dir, "shared", "failures.jsonl") } };
}

test("a run appends what failed once; nothing new, nothing written", async () => {
  const lab = aLab();
  const project = findProject(lab.dir);
  const config = configOf(lab);
  const place = await work(lab, ["one", "two"], "Cannot find module './ledger'");
  expect(await tellHistory(project, place, config)).toBeNull();
  const file = historyFile(project, config);
  expect(readSharedHistory(file).records).toHaveLength(2);
  const before = statSync(file).size;
  expect(await tellHistory(project, place, config)).toBeNull();
  expect(statSync(file).size).toBe(before);
});

test("a line that a crash cut off swallows none of the next; it is skipped and named", async () => {
  const lab = aLab();
  const project = findProject(lab.dir);
  const config = configOf(lab);
  const file = historyFile(project, config);
  await tellHistory(project, await work(lab, ["one"], "x"), config);
  appendFileSync(file, '{"id":"torn');
  await tellHistory(project, await work(lab, ["two"], "y"), config);
  const { records, bad } = readSharedHistory(file);
  expect(records.map(({ task }) => task)).toEqual(["one", "two"]);
  expect(bad).toEqual([{ line: 2, why: "it is no JSON object" }]);
});

test.each([
  ["sk-ant-api03-abcdefghijklmnop1234", "a vendor's key"],
  ["ghp_abcdefghijklmnopqrstuvwx1234", "a token"],
  ["AKIAABCDEFGHIJKLMNOP", "an access key"],
  ["eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl", "a signed token"],
  ["Zm9vYmFyYmF6cXV4MTIzNA", "the value of a configured key"],
])("%s never leaves the project (%s)", async (secret) => {
  const lab = aLab();
  const project = findProject(lab.dir);
  const config = configOf(lab, { SERVICE_API_KEY: "Zm9vYmFyYmF6cXV4MTIzNA" });
  await tellHistory(project, await work(lab, ["one"], `refused: ${secret} is not valid`), config);
  const text = readFileSync(historyFile(project, config), "utf8");
  expect(text).not.toContain(secret);
  expect(text).toContain("[redacted]");
});

test("a line is bounded, whatever was printed", async () => {
  const lab = aLab();
  const project = findProject(lab.dir);
  const config = configOf(lab);
  await tellHistory(project, await work(lab, ["one"], "long ".repeat(100_000)), config);
  expect(statSync(historyFile(project, config)).size).toBeLessThan(4_000);
});

test("the next run is told the causes of the ones before, and not its own", async () => {
  const lab = aLab();
  const project = findProject(lab.dir);
  const config = configOf(lab);
  const first = await work(lab, ["one"], "Cannot find module './ledger'");
  await tellHistory(project, first, config);
  expect(readKnownHistory(project, first, config)).toBeNull();
  const next = { id: "r2", dir: join(lab.dir, ".reeve", "runs", "r2") };
  expect(readKnownHistory(project, next, config)).toMatchObject({
    causes: [{ says: "the module ledger is missing", run: "r1", action: "restart", outcome: "done" }],
  });
});

test("without a name it lies in the state folder; ~ is the home", () => {
  const project = projectAt("/p", "/p/.reeve");
  expect(historyFile(project, { paths: { state: ".reeve" } })).toBe("/p/.reeve/history.jsonl");
  expect(historyFile(project, { paths: { state: ".reeve", failures: "x/y.jsonl" } })).toBe("/p/x/y.jsonl");
  expect(historyFile(project, { paths: { state: ".reeve", failures: "~/y.jsonl" } })).toMatch(/^\/.*\/y\.jsonl$/);
});
