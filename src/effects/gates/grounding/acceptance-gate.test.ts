/** Each way to verify a criterion, with a run that is written down instead of done. */
import { expect, test } from "vitest";
import { allJudged, finishedWork, judged, type WorkSketch } from "../../../../test/gates/finished-work.ts";
import type { Acceptance } from "../../../domain/spec/plan.ts";
import { acceptanceGate } from "./acceptance-gate.ts";

async function verdict(
  verifyBy: Acceptance["verifyBy"],
  target: string | undefined,
  sketch: WorkSketch = {},
): Promise<string> {
  const criterion = { criterion: "it works", verifyBy, ...(target !== undefined && { target }) };
  return (await judged(acceptanceGate, { ...sketch, spec: { acceptance: [criterion] } })).verdict;
}

test("without criteria there is nothing to fail", async () => {
  expect((await judged(acceptanceGate, {})).verdict).toBe("skipped");
});

test("a person's judgement is asked for and stops nothing", async () => {
  expect(await verdict("manual", "look at it")).toBe("warned");
  expect(await verdict("test", undefined)).toBe("warned");
});

test.each(["test", "lint"] as const)("%s runs its target and goes by its exit", async (verifyBy) => {
  expect(await verdict(verifyBy, "npm run it")).toBe("passed");
  expect(await verdict(verifyBy, "npm run it", { ends: { exit: { code: 1, signal: null } } })).toBe("failed");
  expect(await verdict(verifyBy, "npm run it", { ends: { timedOut: true } })).toBe("failed");
});

test("a test file is no command: that it is there is all that can be said", async () => {
  expect(await verdict("test", "test/login.test.ts", { files: { "test/login.test.ts": "" } })).toBe("warned");
  expect(await verdict("test", "test/login.test.ts")).toBe("failed");
  expect(await verdict("test", "./check.sh")).toBe("passed");
});

test("a check that could not be run says nothing about the work", async () => {
  const failure = { class: "disk_full", restart: "transient", message: "full", evidence: [] } as const;
  const acceptance = [{ criterion: "c", verifyBy: "test", target: "npm test" }] as const;
  expect(await acceptanceGate(finishedWork({ spec: { acceptance }, ends: { exit: null, failure } }))).toEqual({
    failure,
  });
});

test("a file exists inside the workspace or it does not", async () => {
  expect(await verdict("file_exists", "docs/a.md", { files: { "docs/a.md": "" } })).toBe("passed");
  expect(await verdict("file_exists", "docs", { files: { "docs/a.md": "" } })).toBe("passed");
  expect(await verdict("file_exists", "docs/a.md")).toBe("failed");
  expect(await verdict("file_exists", "../../etc/hostname")).toBe("failed");
  expect(await verdict("file_exists", "/etc/hostname")).toBe("failed");
});

test("a schema check reads JSON and YAML", async () => {
  const files = { "a.json": '{"n": 1}', "bad.json": "{n", "a.yaml": "n: 1", "bad.yaml": "n: [" };
  expect(await verdict("schema_check", "a.json", { files })).toBe("passed");
  expect(await verdict("schema_check", "a.yaml", { files })).toBe("passed");
  expect(await verdict("schema_check", "bad.json", { files })).toBe("failed");
  expect(await verdict("schema_check", "bad.yaml", { files })).toBe("failed");
  expect(await verdict("schema_check", "missing.json", { files })).toBe("failed");
});

test("a schema check holds the file against the schema, the base commit's where there is one", async () => {
  const wants = (type: string): string =>
    JSON.stringify({ type: "object", properties: { n: { type } }, required: ["n"] });
  const files = { "a.json": '{"n": "x"}', "s.json": wants("string") };
  expect(await verdict("schema_check", "a.json#s.json", { files })).toBe("passed");
  expect(await verdict("schema_check", "a.json#s.json", { files, base: { "s.json": wants("number") } })).toBe("failed");
  expect(await verdict("schema_check", "a.json#none.json", { files })).toBe("failed");
  expect(await verdict("schema_check", "a.json#s.json", { files: { ...files, "s.json": "[]" } })).toBe("failed");
});

test("all criteria are looked at, and each goes by its own words", async () => {
  const acceptance = [
    { criterion: "first", verifyBy: "file_exists", target: "a" },
    { criterion: "second", verifyBy: "manual" },
    { criterion: "third", verifyBy: "file_exists", target: "b" },
  ] as const;
  const results = await allJudged(acceptanceGate, finishedWork({ spec: { acceptance } }));
  expect(results.map(({ name, verdict: said }) => [name, said])).toEqual([
    ["first", "failed"],
    ["second", "warned"],
    ["third", "failed"],
  ]);
});
