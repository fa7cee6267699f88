/** The whole proof on a real repository: what is looked at, in which order, and what stops it. */
import { expect, onTestFinished, test } from "vitest";
import { BaseLab, check } from "../../../test/gates/base-lab.ts";
import { anOrder, type WorkSketch } from "../../../test/gates/finished-work.ts";
import { gitIn } from "../../../test/repository.ts";
import type { Failure } from "../../domain/proof/failure.ts";
import { GATES, type Verification } from "../../domain/proof/gate.ts";
import type { Sealed } from "../workspace/workspaces.ts";
import { openGateFinder } from "./commands/base-files.ts";
import { openScanner } from "./secrets/secrets-scanner.ts";
import { type VerifyOptions, verifyWith } from "./verify.ts";

/** Seals in the repository's own checkout: what the agent changed is what is not in the first commit. */
function sealing(lab: BaseLab, base: string): () => Promise<Sealed> {
  return async () => {
    const { dir } = lab.repository;
    const commit = lab.repository.commit("Seal");
    const diff = (filter: string): string[] =>
      gitIn(dir, "diff", "--name-only", `--diff-filter=${filter}`, base, commit).split("\n").filter(Boolean);
    const [created, modified, deleted] = [diff("A"), diff("M"), diff("D")];
    const paths = [...created, ...modified, ...deleted];
    const changed = { created, modified, deleted, files: paths.length, insertions: 1, deletions: 0 };
    return { type: "sealed", dir, commit, base, changed, paths, unresolved: [] };
  };
}

function options(lab: BaseLab, more: Partial<VerifyOptions> = {}): VerifyOptions {
  const { checks, repository, git } = lab;
  const scanner = openScanner({ marker: "verify-test" });
  onTestFinished(() => scanner.close());
  const seal = sealing(lab, repository.head());
  const findGates = openGateFinder(git, repository.dir);
  const own = { workspaces: { seal }, git, prefix: "", findGates, baseRuns: lab.baseRuns(), places: lab.places() };
  return { checks, root: repository.dir, git: own, scanner, ...more };
}

async function verified(set: VerifyOptions, sketch: WorkSketch = {}): Promise<Verification> {
  const answer = await verifyWith(set)(anOrder(sketch), new AbortController().signal);
  if (answer.type === "failed") throw new Error(JSON.stringify(answer.failure));
  return answer.verification;
}

const told = ({ gates }: Verification): readonly string[] =>
  gates.map(({ gate, name, verdict }) => `${gate}/${name} ${verdict}`);

test("everything is looked at in the order of the gates", async () => {
  const lab = new BaseLab({ "a.txt": "one\n" });
  const set = options(lab);
  lab.repository.write("src/sum.ts", "export const sum = 1;\n");
  const spec = {
    files: ["src/sum.ts"],
    acceptance: [{ criterion: "sum is there", verifyBy: "file_exists", target: "src/sum.ts" }],
    gates: [check("test -f src/sum.ts", "build")],
    commitments: [check("false", "promise"), check("true", "vow")],
  } as const;
  const found = await verified(set, { spec });
  expect(told(found)).toEqual([
    "diff/diff passed",
    "conflicts/conflicts passed",
    "links/links passed",
    "declared_files/declared_files passed",
    "scope/scope passed",
    "not_blocked/not_blocked passed",
    "tests_exist/tests_exist warned",
    "acceptance/sum is there passed",
    "secrets/secrets passed",
    "quality/build passed",
    "commitment/promise failed",
    "commitment/vow passed",
  ]);
  const places = found.gates.map(({ gate }) => GATES.indexOf(gate));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(found).toMatchObject({ commit: lab.repository.head(), changed: { created: ["src/sum.ts"] } });
});

test("grounding stops at its first failure, and then no command runs", async () => {
  const lab = new BaseLab({ "a.txt": "one\n" });
  const spec = { gates: [check("touch ran")], commitments: [check("touch ran")] };
  const found = await verified(options(lab), { spec });
  expect(told(found)).toEqual(["diff/diff failed"]);
  expect(lab.repository.git("status", "--porcelain")).toBe("");
});

test("a failed quality gate does not keep the commitments from being looked at", async () => {
  const lab = new BaseLab({ "a.txt": "one\n" });
  const set = options(lab);
  lab.repository.write("a.txt", "two\n");
  const spec = { gates: [check("grep -q one a.txt", "one")], commitments: [check("false", "promise")] };
  expect(told(await verified(set, { spec })).slice(-2)).toEqual(["quality/one failed", "commitment/promise failed"]);
});

test("without gates in the plan those of the base commit's page count, not those the agent wrote", async () => {
  const lab = new BaseLab({
    "AGENTS.md": "# Us\n## Quality Gates\n- `false || grep -q one a.txt`\n",
    "a.txt": "one\n",
  });
  const set = options(lab);
  lab.repository.write("a.txt", "two\n");
  lab.repository.write("AGENTS.md", "# Us\n## Quality Gates\n- `true || true`\n");
  const found = await verified(set);
  expect(told(found).at(-1)).toBe("quality/false || grep -q one a.txt failed");
});

test("CLAUDE.md serves where AGENTS.md has no such section; without either the gate is skipped", async () => {
  const lab = new BaseLab({ "AGENTS.md": "# Us\n", "CLAUDE.md": "## Quality Gates\n```sh\ntrue\n```\n" });
  const set = options(lab);
  lab.repository.write("b", "");
  expect(told(await verified(set)).at(-1)).toBe("quality/true passed");
  const bare = new BaseLab({ a: "" });
  const bareSet = options(bare);
  bare.repository.write("b", "");
  expect(told(await verified(bareSet)).at(-1)).toBe("quality/quality skipped");
});

test("verifying again says the same", async () => {
  const lab = new BaseLab({ "a.txt": "one\n" });
  const set = options(lab);
  lab.repository.write("a.txt", "two\n");
  const spec = { gates: [check("grep -q one a.txt", "one")] };
  const first = await verified(set, { spec });
  expect(told(await verified(set, { spec }))).toEqual(told(first));
});

test("without git the work is looked at in the project's folder, as far as that goes", async () => {
  const lab = new BaseLab({ "a.txt": "one\n", "AGENTS.md": "## Quality Gates\n- `test -f a.txt`\n" });
  const found = await verified(options(lab, { git: null }), { result: { files_modified: ["a.txt"] } });
  expect(found).toMatchObject({ commit: null, base: null, changed: { files: 0 } });
  expect(told(found)).toEqual([
    "diff/diff skipped",
    "conflicts/conflicts passed",
    "links/links skipped",
    "declared_files/declared_files passed",
    "scope/scope skipped",
    "not_blocked/not_blocked passed",
    "tests_exist/tests_exist passed",
    "acceptance/acceptance skipped",
    "secrets/secrets passed",
    "quality/test -f a.txt passed",
  ]);
});

test("a seal that fails, a check that cannot run and a stop are failures, not verdicts", async () => {
  const lab = new BaseLab({ a: "" });
  const set = options(lab);
  const failure: Failure = { class: "disk_full", restart: "transient", message: "full", evidence: [] };
  const { signal } = new AbortController();
  const unsealed = { ...set.git, workspaces: { seal: async () => ({ type: "failed", failure }) as const } };
  const full = { ...set, git: unsealed } as VerifyOptions;
  expect(await verifyWith(full)(anOrder(), signal)).toEqual({ type: "failed", failure });
  lab.repository.write("b", "");
  const broken: VerifyOptions["checks"] = {
    ...lab.checks,
    run: async () => ({ exit: null, timedOut: false, aborted: false, output: "", tookMs: 0, at: 0, failure }),
  };
  expect(await verifyWith({ ...set, checks: broken })(anOrder({ spec: { gates: [check("true")] } }), signal)).toEqual({
    type: "failed",
    failure,
  });
  expect(await verifyWith(set)(anOrder(), AbortSignal.abort())).toMatchObject({
    type: "failed",
    failure: { restart: "transient" },
  });
});
