/** Receipts through the built command: made by real runs, checked in real clones. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitIn } from "../repository.ts";
import { AimedKills } from "./aimed-kills.ts";
import { aGitProject, type GitProject, inTurn, writes } from "./git-kit.ts";
import { aShellProject, DONE, planOf } from "./kit.ts";
import { reeveIn, type Verified } from "./receipt-kit.ts";

const FETCH = ["fetch", "--quiet", "origin", "refs/notes/reeve:refs/notes/reeve"];

/** What a person has who clones it, somewhere else. */
function aClone({ project }: GitProject): { readonly dir: string; readonly git: (...args: string[]) => string } {
  const dir = join(mkdtempSync(join(tmpdir(), "reeve-clone-")), "clone");
  onTestFinished(() => rmSync(join(dir, ".."), { recursive: true, force: true }));
  gitIn(project.dir, "clone", "--quiet", "--no-local", project.dir, dir);
  return { dir, git: (...args) => gitIn(dir, ...args) };
}

const CALC = {
  plan: `title: A calculator
defaults: { gates: [{ name: tests, run: "sh run-tests.sh" }] }
tasks:
  - { id: add, prompt: Work., commitments: ["grep -q add calc.sh"] }
  - { id: same, prompt: Work., depends_on: [add] }
`,
  agent: {
    add: `echo 'add() { echo $(($1 + $2)); }' > calc.sh; mkdir tests; echo '. ./calc.sh; test $(add 1 2) = 3' > tests/add.sh
      echo '{"status":"done","files_created":["calc.sh","tests/add.sh"],"tests_added":["tests/add.sh"],"decisions":["All tests pass.","\`make lint\` passes.","Plain functions."]}'`,
    same: `echo '{"status":"done","nothing_to_do":"It is all there."}'`,
  },
  files: { ".gitignore": ".reeve\n", "run-tests.sh": "for each in tests/*.sh; do sh $each || exit 1; done\n" },
};

test("a clone without .reeve checks them: what is so, what only the machine knows, and what has to be fetched", () => {
  const it = aGitProject(CALC.plan, CALC.agent, { files: CALC.files });
  expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  expect(it.project.reeve("land")).toMatchObject({ code: 0 });
  expect(it.project.reeve("verify")).toMatchObject({
    code: 0,
    out: expect.stringContaining("the journal here gives the same"),
  });
  const clone = aClone(it);
  const without = reeveIn(clone.dir, "verify");
  expect(without).toMatchObject({
    code: 3,
    out: expect.stringContaining("git fetch origin refs/notes/reeve:refs/notes/reeve"),
  });
  clone.git(...FETCH);
  const { code, report } = reeveIn(clone.dir, "verify");
  expect([code, report?.verdict]).toEqual([0, "verified"]);
  const [chain] = report?.chains ?? [];
  expect(chain?.receipts.map(({ kind, task }) => task ?? kind)).toEqual(["add", "same", "run"]);
  expect(whats(report, "verified")).toEqual(
    expect.arrayContaining(["whole", "closed", "commit_fits", "proof_fits", "changes_fit", "landed"]),
  );
  expect(whats(report, "unverifiable")).toEqual(
    expect.arrayContaining(["command_recorded", "decided_recorded", "no_journal"]),
  );
  expect(whats(report, "contradicted")).toEqual([]);
});

test("the review marks what the agent says, and its file holds the receipts", () => {
  const it = aGitProject(CALC.plan, CALC.agent, { files: CALC.files });
  it.project.reeve("run", "plan.yaml");
  const { out } = it.project.reeve("review", "--task", "add");
  expect(out).toContain("observed (in the diff): calc.sh, tests/add.sh");
  expect(out).toMatch(/verified \(Reeve ran `sh run-tests.sh` on [0-9a-f]{7}, and it passed\): All tests pass\./);
  expect(out).toContain("asserted (Reeve did not run `make lint`): `make lint` passes.");
  expect(out).toContain("asserted: Plain functions.");
  const file = join(it.project.dir, ".reeve", "shown.md");
  writeFileSync(file, it.project.reeve("review", "--markdown").out);
  expect(it.project.reeve("verify", file)).toMatchObject({ code: 0 });
});

test("squashed and changed again: it says that the tree is the same and the commit another, or what changed", () => {
  const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), { a: writes("a.txt", "a"), b: writes("b.txt", "b") });
  it.project.reeve("run", "plan.yaml");
  const squashed = aClone(it);
  squashed.git(...FETCH);
  squashed.git("merge", "--quiet", "--squash", "origin/reeve/r1/integration");
  squashed.git("commit", "--quiet", "--message", "All of it");
  const after = reeveIn(squashed.dir, "verify", "r1");
  expect(after.code).toBe(0);
  expect(after.out).toContain("the tree is the same, the commit is another");
  it.project.reeve("land");
  it.project.write("a.txt", "mended\n");
  it.git("commit", "--quiet", "--all", "--message", "Mend");
  expect(it.project.reeve("verify").out).toContain("1 file of it changed again");
});

test("killed between merge and journal there is one receipt of each task, and the same bytes each time", async () => {
  const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
  const kills = new AimedKills(it.project);
  const reeve = it.project.start("run", "plan.yaml");
  kills.aim(reeve.child.pid ?? 0, "update-ref-merge", "after");
  await reeve.ended;
  expect(kills.disarm()).toBe(true);
  expect(it.project.reeve("run")).toMatchObject({ code: 0 });
  const first = it.project.read(".reeve/runs/r1/receipts.jsonl");
  expect(
    first
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).kind),
  ).toEqual(["task", "run"]);
  const notes = it.git("rev-parse", "refs/notes/reeve");
  it.project.reeve("run", "--run", "r1");
  it.project.reeve("land");
  expect([it.project.read(".reeve/runs/r1/receipts.jsonl"), it.git("rev-parse", "refs/notes/reeve")]).toEqual([
    first,
    notes,
  ]);
  expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
});

test("without git and without a gate it says so: no gate ran, nothing ties it to files", () => {
  const project = aShellProject(planOf("a"), { a: DONE });
  expect(project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  const { code, out } = project.reeve("verify");
  expect(code).toBe(0);
  expect(out).toContain("no gate ran");
  expect(out).toContain("worked in a folder without git");
});

test("who decided is told: a person's answer, and that a skipped task has no receipt", () => {
  const asks = `echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which?","options":["x","y"]}'`;
  const it = aGitProject(planOf("a", "b"), { a: inTurn(asks, writes("a.txt", "a")), b: asks });
  it.project.reeve("run", "plan.yaml");
  // Whichever asked first has the first number.
  const asked = it.project.json<{ id: string; tasks: string[] }>("questions").find(({ tasks }) => tasks.includes("a"));
  it.project.reeve("answer", asked?.id ?? "", "x");
  it.project.reeve("skip", "b", "--because", "not needed");
  expect(it.project.reeve("run")).toMatchObject({ code: 0 });
  const lines = it.project.read(".reeve/runs/r1/receipts.jsonl").trim().split("\n");
  const [a, run] = lines.map((line) => JSON.parse(line));
  expect(a.decided.map(({ who }: { who: string }) => who)).toEqual(["person", "reeve", "reeve"]);
  expect(run.tasks).toEqual([
    { id: "a", status: "done", receipt: 1 },
    { id: "b", status: "skipped", receipt: null },
  ]);
});

test("a reviewer's verdict on what was merged is among who decided, and none on what was not", () => {
  const verdict = (what: string) =>
    `echo '${JSON.stringify({ verdict: what, reasons: what === "approve" ? [] : ["a.txt is wrong"], must_change: what === "approve" ? [] : ["write right"] })}'`;
  const reads = `cat > /dev/null; if grep -q right a.txt; then ${verdict("approve")}; else ${verdict("reject")}; fi`;
  const work = inTurn(writes("a.txt", "wrong"), writes("a.txt", "right"));
  const settings = "advisors: { reviewer: { agent: sh } }\n";
  const it = aGitProject(planOf("a"), { a: work, "@*": reads }, { settings });
  expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  const [a] = it.project
    .read(".reeve/runs/r1/receipts.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const said = a.decided.filter(({ who }: { who: string }) => who === "reviewer");
  expect(said).toMatchObject([{ what: "approve", agent: "sh" }]);
  expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
});

test("a secret in a gate's command or output is in no receipt", () => {
  const secret = ["hunter", "2hunter", "2"].join("");
  const gates = `gates: [{ name: login, run: "test $MY_TOKEN = ${secret} && echo ${secret}" }]`;
  const it = aGitProject(`title: A plan\ntasks: [{ id: a, prompt: Work., ${gates} }]\n`, { a: writes("a.txt", "a") });
  it.project.with({ MY_TOKEN: secret });
  expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  const text = it.project.read(".reeve/runs/r1/receipts.jsonl");
  expect(text).toContain("[redacted]");
  expect(text).not.toContain(secret);
});

test("nothing to check is said, with what to do", () => {
  const it = aGitProject(planOf("a"), { a: DONE });
  expect(it.project.reeve("verify")).toMatchObject({ code: 2, err: expect.stringContaining("There is no receipt") });
  expect(it.project.reeve("verify", "r7")).toMatchObject({ code: 2 });
  expect(it.project.reeve("verify", "plan.yaml")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no receipt in plan.yaml"),
  });
});

function whats(report: Verified | null, status: string): string[] {
  const claims = (report?.chains ?? []).flatMap((chain) => [
    ...chain.claims,
    ...chain.receipts.flatMap((each) => each.claims),
  ]);
  return claims.filter((claim) => claim.status === status).map(({ found }) => found.what);
}
