/** Checkpoints and checks of a person's own: what each kind finds, and what is refused. */
import { describe, expect, test } from "vitest";
import { runCheckpoints } from "../../src/app/checkpoint/run-checkpoints.ts";
import { projectAt } from "../../src/app/project/project.ts";
import type { AgentSaid, CommandEnd } from "../../src/systems/checkpoint/own/ask-outside.ts";
import { parseCheckpoints } from "../../src/systems/checkpoint/own/parse-checkpoints.ts";
import { GOOD } from "./good-session.ts";
import { checkOf, NOON, sessionFolder } from "./session-folder.ts";

const declared = (check: string) =>
  `checkpoints:\n  CHECKPOINT-200:\n    checks:\n      - id: own\n${check.replace(/^/gm, "        ")}\n`;

interface World {
  readonly end?: CommandEnd;
  readonly said?: AgentSaid;
  readonly trust?: boolean;
}

async function look(
  check: string,
  { end, said, trust = true }: World = {},
  files: Readonly<Record<string, string>> = {},
) {
  const folder = sessionFolder({ ...GOOD, ...files, "checkpoints.yaml": declared(check) });
  const world = {
    runCheck: async () => end ?? { exitCode: 0, output: "" },
    askCheck: async () => said ?? { type: "failed" as const, sentence: "nobody is there" },
  };
  const elsewhere = projectAt(`${folder.dir}-project`, `${folder.dir}-project/.reeve`);
  const ran = await runCheckpoints(world, elsewhere, {
    cwd: folder.dir,
    session: ".",
    only: ["CHECKPOINT-200"],
    now: NOON,
    writes: false,
    trust,
  });
  if (!ran.ok) throw new Error(JSON.stringify(ran.refusal));
  const { status, seen, findings } = checkOf(ran.value, "own");
  return { status, seen, at: findings.flatMap(({ evidence }) => evidence.map(({ file, line }) => `${file}:${line}`)) };
}

describe("a check", () => {
  test.each([
    ["trace", "kind: trace\nfrom: requirements\nto: [epics]\nids: [FR]", { status: "pass" }],
    [
      "trace that is not kept",
      "kind: trace\nfrom: requirements.md\nto: [architecture]\nids: [FR]",
      { status: "warn", at: ["requirements.md:5"] },
    ],
    ["term", "kind: term\nterms: { visitor: [guest] }\ndocuments: [epics]", { status: "fail", at: ["epics.md:7"] }],
    ["exists", "kind: exists\npaths: [wisdom/*.md, ux.md]", { status: "fail", at: ["ux.md:1"] }],
    ["exists that only warns", "kind: exists\nlevel: warn\npaths: [ux.md]", { status: "warn" }],
    ["schema", "kind: schema\nfile: plan.json\nschema: plan.schema.json", { status: "fail", at: ["plan.json:3"] }],
    [
      "schema that is gone",
      "kind: schema\nfile: plan.json\nschema: gone.json",
      { status: "warn", at: ["gone.json:1"] },
    ],
  ])("of kind %s", async (_name, check, expected) => {
    const schema = JSON.stringify({ type: "object", properties: { complexity: { enum: ["Low", "High"] } } });
    expect(await look(check, {}, { "plan.schema.json": schema })).toMatchObject(expected);
  });

  test("that runs a command fails with it, at the place its output names", async () => {
    const check = "kind: command\nrun: [lint-docs, epics.md]";
    expect(await look(check)).toMatchObject({ status: "pass" });
    expect(await look(check, { end: { exitCode: 2, output: "epics.md:9 too long" } })).toMatchObject({
      status: "fail",
      at: ["epics.md:9"],
    });
    expect(await look(check, { end: { exitCode: null, output: "ENOENT" } })).toMatchObject({ status: "fail" });
  });

  test("that asks an agent counts only what the agent can show", async () => {
    const check =
      "kind: agent\nagent: claude\nquestion: Which stories name a page that the architecture does not have?\ndocuments: [epics, architecture]";
    const finding = { file: "epics.md", line: 7, what: "Story 1.1 names a page." };
    const made = { file: "epics.md", line: 9999, what: "Nowhere." };
    const value = { findings: [finding, made, { what: "no place" }] };
    expect(await look(check, { said: { type: "said", value } })).toMatchObject({
      status: "fail",
      at: ["epics.md:7"],
      seen: expect.stringContaining("2 without a place left out"),
    });
    expect(await look(check, { said: { type: "said", value: { findings: [] } } })).toMatchObject({ status: "pass" });
    for (const nonsense of ["yes", { verdict: "good" }, null])
      expect(await look(check, { said: { type: "said", value: nonsense } })).toMatchObject({ status: "warn" });
    expect(await look(check)).toMatchObject({ status: "warn" });
  });

  test("that a session itself declares runs nothing unless it is trusted", async () => {
    const check = "kind: command\nrun: [rm, -rf, x]";
    expect(await look(check, { trust: false })).toMatchObject({
      status: "skip",
      seen: expect.stringContaining("--trust"),
    });
  });
});

describe("refused with its place:", () => {
  const mistakes = (text: string) => {
    const parsed = parseCheckpoints(text, "checkpoints.yaml", ["CHECKPOINT-001"]);
    return parsed.ok ? [] : parsed.mistakes.map(({ line, what }) => `${line} ${what}`);
  };

  test.each([
    [
      "a check that judges quality",
      "kind: agent\nagent: a\nquestion: Rate the quality of the ADRs\ndocuments: [epics]",
      '7 the check judges quality ("Rate")',
    ],
    [
      "criteria that are judged",
      "kind: exists\ntitle: Are the criteria testable?\npaths: [x]",
      '6 the check judges quality ("testable")',
    ],
    ["a kind that is none", "kind: guess", "5 kind is none of a check"],
    ["a word that is none", "kind: exists\npath: x", "6 path is not known here"],
    ["a trace to nowhere", "kind: trace\nfrom: requirements", "4 to is no list of texts"],
  ])("%s", (_what, check, expected) => {
    expect(mistakes(declared(check))).toContain(expected);
  });

  test("a name that is no checkpoint's", () => {
    expect(mistakes("checkpoints:\n  mine:\n    checks: [{ id: a, kind: exists, paths: [x] }]\n")).toEqual([
      "2 mine is no name of a checkpoint",
    ]);
  });
});

test("an artifact that changes while it is looked at blocks, and is named", async () => {
  const folder = sessionFolder({ ...GOOD, "checkpoints.yaml": declared("kind: command\nrun: [vandal]") });
  const world = {
    runCheck: async () => {
      folder.write("epics.md", "# Otherwise\n");
      return { exitCode: 0, output: "" };
    },
    askCheck: () => Promise.reject(new Error("nobody is asked")),
  };
  const project = projectAt(`${folder.dir}-project`, `${folder.dir}-project/.reeve`);
  const wish = { cwd: folder.dir, session: ".", only: ["CHECKPOINT-200"], now: NOON, writes: false, trust: true };
  const ran = await runCheckpoints(world, project, wish);
  expect(ran.ok && ran.value.results[0]).toMatchObject({
    verdict: "block",
    changed: ["epics.md"],
    blocks: ["epics.md changed while it was looked at."],
  });
});

test("supervision: false leaves all checkpoints out", async () => {
  const { results, leftOut } = await sessionFolder({ ...GOOD, "checkpoints.yaml": "supervision: false\n" }).run();
  expect([results, leftOut.length]).toEqual([[], 3]);
});

test("checks are added to a built-in checkpoint under its name", async () => {
  const text = "checkpoints:\n  CHECKPOINT-001:\n    checks: [{ id: ux, kind: exists, paths: [ux.md] }]\n";
  const ran = await sessionFolder({ ...GOOD, "checkpoints.yaml": text }).run({ only: ["001"] });
  expect([ran.results[0]?.checks.length, checkOf(ran, "ux").status]).toEqual([12, "fail"]);
});
