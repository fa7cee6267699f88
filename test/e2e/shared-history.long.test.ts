/** The failure history that several projects share, written by real Reeves at the same time. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { FailureRecord } from "../../src/engine/causes/history/failure-record.ts";
import { aShellProject, DONE, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

const KEY = "sk-ant-REDACTME0123456789abcdef";
const FAILS_ONCE = `if [ $REEVE_ATTEMPT = 1 ]; then echo "npm error 404 Not Found - left-padd (key ${KEY})" >&2; echo "Error: Cannot find module 'left-padd'" >&2; exit 1; fi; ${DONE}`;

function aSharedFile(): string {
  const dir = mkdtempSync(join(tmpdir(), "reeve-shared-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "deep", "failures.jsonl");
}

function aMember(file: string): TestProject {
  return aShellProject(planOf("a"), { "*": FAILS_ONCE }, `paths: { failures: ${file} }\n`);
}

function recordsIn(file: string): FailureRecord[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as FailureRecord);
}

it("has what failed in each of them, written whole and without keys; others are told what helped", async () => {
  const file = aSharedFile();
  const [one, two] = [aMember(file), aMember(file)];
  const ends = await Promise.all([one, two].map((project) => project.start("run", "plan.yaml").ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);

  const records = recordsIn(file);
  expect(new Set(records.map(({ project }) => project)).size).toBe(2);
  expect(records.every(({ resolution }) => resolution?.outcome === "done")).toBe(true);
  expect(readFileSync(file, "utf8")).not.toContain(KEY);
  expect(statSync(file).mode & 0o077).toBe(0);

  expect(two.reeve("run", "plan.yaml", "--new").code).toBe(0);
  expect(two.reeve("why", "a").out).toMatch(/^Seen before in r1.*left-padd.*; solved by /m);

  appendFileSync(file, '{"id": "torn\n');
  const other = basename(one.dir);
  const { out, err } = two.reeve("failures", "--all-projects");
  expect(out).toContain(`${other}-`);
  expect(err).toContain(`${file}:${lastLineOf(file)} is skipped`);
  expect(two.reeve("patterns", "--all-projects").out).toContain("left-padd");
  expect(two.reeve("history", "--all-projects").out).toMatch(/Met in more than one run:\n.*left-padd.*r1/);
});

/** The number of its last line. */
function lastLineOf(file: string): number {
  return readFileSync(file, "utf8").trimEnd().split("\n").length;
}

it("is the project's own where no file is named; asking for others says how to share one", () => {
  const project = aShellProject(planOf("a"), { "*": FAILS_ONCE });
  expect(project.reeve("run", "plan.yaml").code).toBe(0);
  expect(project.reeve("run", "plan.yaml", "--new").code).toBe(0);
  expect(project.reeve("why", "a").out).toMatch(/^Seen before in r1: .*left-padd/m);
  const { code, err } = project.reeve("failures", "--all-projects");
  expect(code).toBe(2);
  expect(err).toContain("paths: { failures: ");
});

it("that cannot be written is told, and the run is none the worse", () => {
  const project = aShellProject(planOf("a"), { "*": FAILS_ONCE }, "paths: { failures: /dev/null/failures.jsonl }\n");
  const { code, err } = project.reeve("run", "plan.yaml");
  expect(code).toBe(0);
  expect(err).toContain("the failure history /dev/null/failures.jsonl could not be written");
});
