/** The search for secrets, with the real rules in their own process. No secret stands in this file as one. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allJudged, finishedWork, type WorkSketch } from "../../../../test/gates/finished-work.ts";
import { secretSamples } from "../../../../test/secrets/secret-samples.ts";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { GateResult } from "../../../domain/proof/gate.ts";
import type { FinishedWork } from "../grounding/grounding-gates.ts";
import type { PastPart } from "./branch-history.ts";
import { secretsGate } from "./secrets-gate.ts";
import { openScanner, type ScanAnswer } from "./secrets-scanner.ts";

const TOKEN = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
const OTHER = ["ghp", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"].join("_");

async function look(sketch: WorkSketch, change: (work: FinishedWork) => void = () => {}): Promise<GateResult> {
  const scanner = openScanner({ marker: "secrets-gate-test" });
  onTestFinished(() => scanner.close());
  const work: FinishedWork = {
    ...finishedWork(sketch),
    scan: (order) => scanner.scan(order, new AbortController().signal),
  };
  change(work);
  const [result, ...others] = await allJudged(secretsGate, work);
  expect(others).toEqual([]);
  if (!result) throw new Error("the gate said nothing");
  expect(JSON.stringify(result)).not.toContain(TOKEN.slice(4, 14));
  return result;
}

test("a secret in a changed file fails, told by place and rule and never by its text", async () => {
  const said = await look({ files: { "src/a.ts": `\nconst t = "${TOKEN}";\n` }, changed: ["src/a.ts"] });
  expect(said).toMatchObject({ verdict: "failed", evidence: ["src/a.ts:2 github"] });
});

test("a comment that switches the search off does not", async () => {
  const text = `// secretlint-disable\nconst t = "${TOKEN}"; // secretlint-disable-line\n`;
  expect(await look({ files: { a: text }, changed: ["a"] })).toMatchObject({
    verdict: "failed",
    evidence: ["a:2 github"],
  });
});

test("what the base commit has in the same file is told; another one beside it fails", async () => {
  const sketch = { base: { "d/a": TOKEN }, changed: ["d/a"] };
  expect(await look({ ...sketch, files: { "d/a": `x\n${TOKEN}\n` } })).toMatchObject({ verdict: "warned" });
  const more = await look({ ...sketch, files: { "d/a": `${TOKEN}\n${OTHER}\n` } });
  expect(more).toMatchObject({ verdict: "failed", evidence: ["d/a:2 github"] });
});

function onceHad(path: string, text: string): PastPart {
  return { type: "texts", texts: [{ path, text, isNow: false }] };
}

test("one that was taken out again is in the history of the branch, and fails there", async () => {
  const past = [onceHad("src/a.ts", `const t = "${TOKEN}";\n`), onceHad("message of commit c1", `Use ${OTHER}\n`)];
  const files = { "src/a.ts": "const t = process.env.T;\n" };
  const said = await look({ files, changed: ["src/a.ts"], past });
  expect(said).toMatchObject({ verdict: "failed", message: expect.stringContaining("in the history of the branch") });
  expect(said.evidence).toEqual([
    "src/a.ts:1 github (in an earlier commit of the branch)",
    "message of commit c1:1 github (in an earlier commit of the branch)",
  ]);
  // Also where in the end nothing is changed.
  expect(await look({ past })).toMatchObject({ verdict: "failed" });
});

test("one in several versions of a file is told once, and not at all if the base has it there", async () => {
  const past = [onceHad("a", TOKEN), onceHad("a", `x ${TOKEN}`)];
  expect((await look({ past })).evidence).toHaveLength(1);
  expect((await look({ files: { a: TOKEN }, changed: ["a"], past })).evidence).toEqual(["a:1 github"]);
  expect(await look({ base: { a: TOKEN }, past })).toMatchObject({ verdict: "passed" });
});

test("a history that cannot be read is not the work's fault; what is too large in it is told", async () => {
  const failure: Failure = { class: "git_state", restart: "transient", message: "locked", evidence: [] };
  const work = finishedWork({ past: [{ type: "failed", failure }] });
  const scan = async (): Promise<ScanAnswer> => ({ type: "scanned", scanned: { findings: [], large: [] } });
  expect(await secretsGate({ ...work, scan })).toEqual({ failure });
  expect(await look({ past: [{ type: "unseen", paths: ["big"] }] })).toMatchObject({
    verdict: "warned",
    evidence: ["big"],
  });
});

test("without git, a text file too large to be looked into is told", async () => {
  const files = { large: `${TOKEN}\n${"x".repeat(4 * 1024 * 1024)}` };
  const said = await look({ files, noGit: true, result: { files_created: ["large"] } });
  expect(said).toMatchObject({ verdict: "warned", evidence: ["large"] });
});

test("a large file and a binary one are looked into like any other", async () => {
  const files = { large: `${"x".repeat(4 * 1024 * 1024)}\n${TOKEN}\n`, binary: `\0\0${TOKEN}\0` };
  expect(await look({ files, changed: ["large", "binary"] })).toMatchObject({
    verdict: "failed",
    evidence: ["large:2 github", "binary:1 github"],
  });
});

test("what is not changed, deleted or, without git, a link is not looked into", async () => {
  const files = { same: TOKEN, clean: "fine" };
  const linked = (work: FinishedWork) => symlinkSync(join(work.dir, "same"), join(work.dir, "link"));
  expect(await look({ files, changed: ["gone", "clean"] })).toMatchObject({ verdict: "passed" });
  const result = { files_created: ["link", "clean"] };
  expect(await look({ files, noGit: true, result }, linked)).toMatchObject({ verdict: "passed" });
});

test("without a change, or where the project does not want it, nothing is started", async () => {
  expect(await look({})).toMatchObject({ verdict: "passed" });
  expect(await allJudged(secretsGate, finishedWork({ changed: ["a"] }))).toMatchObject([{ verdict: "skipped" }]);
});

test("a search that cannot be run is not the work's fault, one that does not end is", async () => {
  const told = (answer: ScanAnswer): FinishedWork => ({
    ...finishedWork({ changed: ["a"], files: { a: "a" } }),
    scan: async () => answer,
  });
  expect(await secretsGate(told({ type: "failed", said: ["broken"] }))).toMatchObject({
    failure: { class: "crash", restart: "transient", evidence: ["broken"] },
  });
  expect(await secretsGate(told({ type: "late", afterS: 7 }))).toMatchObject([
    { verdict: "failed", message: expect.stringContaining("7 s") },
  ]);
});

test("every well-known kind is found as a file of its own", async () => {
  const kinds = [...secretSamples()];
  const files = Object.fromEntries(kinds.map(([, { text }], at) => [`file-${at}.txt`, `# settings\n${text}\n`]));
  const { evidence } = await look({ files, changed: Object.keys(files) });
  const found = new Set(evidence.map((line) => line.split(":")[0]));
  expect(kinds.filter((_kind, at) => !found.has(`file-${at}.txt`)).map(([kind]) => kind)).toEqual([]);
});

test("200 innocent lines are a file like any other, in a text and in code", async () => {
  const lines = readFileSync(new URL("../../../../test/secrets/innocent-lines.txt", import.meta.url), "utf8");
  const said = await look({
    files: { "a.txt": lines, "a.ts": lines, ".env": lines },
    changed: ["a.txt", "a.ts", ".env"],
  });
  expect(said).toMatchObject({ verdict: "passed", evidence: [] });
});

test("a secret that a file is called by is found, and the name is not told", async () => {
  const said = await look({ files: { [`notes-${TOKEN}.txt`]: "x" }, changed: [`notes-${TOKEN}.txt`] });
  expect(said).toMatchObject({ verdict: "failed", evidence: ["notes-[redacted].txt: github in its name"] });
});
