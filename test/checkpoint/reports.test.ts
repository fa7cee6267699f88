/** What a run leaves behind: verdict, report, messages; what a person accepts; and that no artifact is touched. */
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptFinding, viewReports } from "../../src/app/checkpoint/reports.ts";
import { junitText } from "../../src/systems/checkpoint/report/junit.ts";
import { scoreOf } from "../../src/systems/checkpoint/report/result.ts";
import { sarifOf } from "../../src/systems/checkpoint/report/sarif.ts";
import { GOOD, spoiled } from "./good-session.ts";
import { checkOf, NOON, type SessionFolder, sessionFolder } from "./session-folder.ts";

const LACKING = spoiled("plan.json", '"FR-002"', '"FR-001"');

test("the score is the mean of what was looked at; 0.8 passes, below 0.5 blocks", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("pass", "warn", "fail", "skip" as const)), (statuses) => {
      const counted = statuses.filter((status) => status !== "skip");
      const points = counted.reduce((sum, status) => sum + (status === "pass" ? 1 : status === "warn" ? 0.5 : 0), 0);
      const mean = counted.length === 0 ? 0.5 : points / counted.length;
      const { score, verdict } = scoreOf(statuses.map((status) => ({ status })));
      expect(score).toBeCloseTo(mean, 2);
      expect(verdict).toBe(mean >= 0.8 ? "pass" : mean >= 0.5 ? "warn" : "block");
    }),
  );
});

test("a session in which nothing fits is blocked, and every failed check says where", async () => {
  const folder = sessionFolder({
    "product-brief.md":
      "# B\n\n## Goals\n\n- G1: Sell tea\n- G2: Sell mugs\n\n## Out of scope\n\n- Coffee beans\n\n## Decisions\n\n- Shipping: by bike\n\n## Glossary\n\n- **Buyer**: who pays (not: client)\n",
    "requirements.md": "# R\n\n- FR-001 (G2): A client orders coffee beans.\n\n## Decisions\n\n- Shipping: by train\n",
  });
  const { results } = await folder.run({ only: ["001"] });
  expect(results[0]?.verdict).toBe("block");
  expect(results[0]?.blocks.length).toBeGreaterThan(3);
  const failed = results.flatMap(({ checks }) => checks.filter(({ status }) => status === "fail"));
  for (const { findings } of failed)
    expect(findings.every(({ level, evidence }) => level !== "fail" || evidence.length > 0)).toBe(true);
});

test("what is changed after an earlier checkpoint had looked at it is a risk of the next one", async () => {
  const folder = sessionFolder(GOOD);
  await folder.run({ only: ["001"], writes: true });
  const quiet = await folder.run({ only: ["002"] });
  expect(quiet.results[0]?.risks).toEqual([]);
  appendFileSync(join(folder.dir, "requirements.md"), "\nOne more word.\n");
  const { results } = await folder.run({ only: ["002"] });
  expect(results[0]?.risks).toEqual([
    "requirements.md was changed after CHECKPOINT-001 had looked at it; `reeve checkpoint run CHECKPOINT-001` looks again.",
  ]);
});

test("a run writes a report and messages, and leaves every artifact as it was, byte for byte", async () => {
  const folder = sessionFolder(LACKING);
  const before = hashes(folder);
  const ran = await folder.run({ writes: true });
  expect(ran.reports).toEqual([
    "artifacts/CHECKPOINT-001-report.md",
    "artifacts/CHECKPOINT-002-report.md",
    "artifacts/CHECKPOINT-003-report.md",
  ]);
  const after = hashes(folder);
  for (const [file, hash] of Object.entries(before))
    if (file !== "messages.jsonl") expect([file, after[file]]).toEqual([file, hash]);
  const report = readFileSync(join(folder.dir, "artifacts/CHECKPOINT-003-report.md"), "utf8");
  for (const heading of ["Scope", "Consistency", "Process", "Execution health", "Verdict", "Recommendations", "Risks"])
    expect(report).toContain(`\n## ${heading}\n`);
  expect(report).toContain("requirements.md:6 (FR-002)");
  const log = readFileSync(join(folder.dir, "messages.jsonl"), "utf8");
  expect(log.startsWith(LACKING["messages.jsonl"] ?? "-")).toBe(true);
  const said = log
    .trim()
    .split("\n")
    .map(
      (line) =>
        JSON.parse(line) as { from: string; type: string; summary: string; data: { verdict?: string; ref?: string } },
    );
  const own = said.filter(({ from }) => from === "supervisor");
  expect(own.every(({ summary }) => summary.startsWith("[supervisor] "))).toBe(true);
  expect(own.filter(({ type }) => type === "consistency_alert").map(({ summary }) => summary)).toEqual([
    expect.stringContaining("FR-002"),
  ]);
  expect(own.findLast(({ type }) => type === "state_update")?.data).toMatchObject({
    verdict: "pass",
    ref: "artifacts/CHECKPOINT-003-report.md",
    blocks: [],
  });
});

test("the same session gives the same result twice, also after its own messages", async () => {
  const folder = sessionFolder(LACKING);
  const [first, second] = [await folder.run({ writes: true }), await folder.run({ writes: true })];
  expect(second.results).toEqual(first.results);
});

test("an accepted finding is closed until what it is about changes", async () => {
  const folder = sessionFolder(LACKING);
  const finding = checkOf(await folder.run({ writes: true }), "must-haves-covered").findings[0];
  const wish = {
    cwd: folder.dir,
    session: ".",
    finding: finding?.key ?? "",
    by: "Ada",
    because: "next release",
    now: NOON,
  };
  expect(acceptFinding({ ...wish, because: " " })).toMatchObject({ refusal: { what: "no_reason", lacks: "because" } });
  expect(acceptFinding({ ...wish, finding: "nope" })).toMatchObject({
    refusal: { what: "no_such_finding", known: [finding?.key] },
  });
  expect(acceptFinding(wish)).toMatchObject({ ok: true, value: { check: "must-haves-covered" } });
  const closed = checkOf(await folder.run({ writes: true }), "must-haves-covered");
  expect([closed.status, closed.findings[0]?.accepted?.by]).toEqual(["pass", "Ada"]);
  folder.write("requirements.md", (LACKING["requirements.md"] ?? "").replace("until the day before", "at any time"));
  expect(checkOf(await folder.run(), "must-haves-covered").status).toBe("fail");
});

test("reports that were written can be shown; before a run there are none", async () => {
  const folder = sessionFolder(GOOD);
  const wish = { cwd: folder.dir, session: "." };
  expect(viewReports(wish, "002")).toMatchObject({ refusal: { what: "no_report", checkpoint: "CHECKPOINT-002" } });
  await folder.run({ writes: true });
  const viewed = viewReports(wish, "002");
  expect(viewed.ok && viewed.value.texts[0]).toContain("# CHECKPOINT-002: The whole specification agrees");
});

test("JUnit has a failure for each check that failed, SARIF a result at the line of each finding", async () => {
  const { results } = await sessionFolder(LACKING).run();
  const junit = junitText(results);
  expect(junit).toContain('<testsuites name="reeve checkpoint" tests="34" failures="1" errors="0" skipped="0">');
  expect(junit).toContain('<failure message="FR-002 is cited by no task of the plan: ');
  expect(sarifOf(results, "docs/s1")).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        results: [
          {
            ruleId: "must-haves-covered",
            level: "error",
            locations: [
              { physicalLocation: { artifactLocation: { uri: "docs/s1/requirements.md" }, region: { startLine: 6 } } },
            ],
          },
        ],
      },
    ],
  });
});

function hashes({ dir }: SessionFolder): Readonly<Record<string, string>> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [path.slice(dir.length + 1), createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
