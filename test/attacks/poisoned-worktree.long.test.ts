/** What an agent leaves in its worktree to hold Reeve up: real git, real processes, the built command. It costs its own task only. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { aPlace, gateOf, ONCE } from "./attack-kit.ts";

const ENTRY = '"$(git rev-parse --absolute-git-dir)"';
const COMMON = '"$(git rev-parse --path-format=absolute --git-common-dir)"';
const FILES = { ".gitignore": "node_modules\n", ".gitattributes": "*.md text\n", "package.json": "{}\n" };

/** Name → what it does, beside its work, before it says that it is done. */
const POISONS: Readonly<Record<string, string>> = {
  "`.git` is a pipe": "rm .git; mkfifo .git",
  "`.git` is a folder": "rm .git; mkdir -p .git/x/y",
  "`.git` is huge": "rm .git; truncate -s 200G .git",
  "`.gitignore` is a pipe": "rm .gitignore; mkfifo .gitignore",
  "`.gitattributes` is a pipe": "rm .gitattributes; mkfifo .gitattributes",
  "one deep below is": "mkdir -p x/y; mkfifo x/y/.gitignore; echo y > x/y/z.txt",
  "`.gitattributes` is a folder": "rm .gitattributes; mkdir .gitattributes; echo x > .gitattributes/x",
  "`.gitignore` is huge": "truncate -s 200G .gitignore",
  "package.json is a pipe": "rm package.json; mkfifo package.json",
  "its result is a pipe": 'mkfifo "$REEVE_RESULT"',
  "its result is huge": 'truncate -s 200G "$REEVE_RESULT"',
  "a sparse file is huge": "truncate -s 200G big.bin",
  "links lead in circles": "ln -s loop loop; ln -s b a; ln -s a b; mkdir -p d; ln -s . d/self",
  "names are no UTF-8":
    "touch \"$(printf 'x\\377\\376y')\"; mkdir \"$(printf 'd\\200')\"; touch \"$(printf 'd\\200/f')\"",
  "HEAD of its entry is a pipe": `e=${ENTRY}; rm "$e/HEAD"; mkfifo "$e/HEAD"`,
  "all of its entry is pipes": `e=${ENTRY}; for f in HEAD index commondir gitdir ORIG_HEAD MERGE_HEAD; do rm -rf "$e/$f"; mkfifo "$e/$f"; done; rm -rf "$e/logs"; mkdir "$e/logs"; mkfifo "$e/logs/HEAD"`,
  "refs of the repository are pipes": `c=${COMMON}; mkfifo "$c/refs/heads/zz"; rm -f "$c/packed-refs"; mkfifo "$c/packed-refs"`,
  "logs and hooks of the repository are pipes": `c=${COMMON}; mkdir -p "$c/logs/refs" "$c/hooks" "$c/info"; rm -f "$c/logs/refs/stash" "$c/info/exclude"; mkfifo "$c/logs/refs/stash" "$c/hooks/pre-push" "$c/info/exclude" "$c/info/attributes"`,
};

const POISONED = Object.values(POISONS);

/** A task for each poison, and one that has nothing to do with them. */
function poisoned(poisons: readonly string[]): GitProject {
  const evil = poisons.map((poison, n) => [`evil-${n}`, `echo evil > evil-${n}.txt; ${poison}; ${DONE}`] as const);
  const plan = planOf(...evil.map(([id]) => `id: ${id}`), "id: b");
  const agent = { ...Object.fromEntries(evil), b: writes("b.txt", "b") };
  return aGitProject(plan, agent, { settings: `${ONCE}max_parallel: 4\n`, files: FILES });
}

/** Each has ended, or waits for a person, and what was not poisoned is merged. */
function expectEnded(it: GitProject): void {
  const open = it.project.json<{ readonly task?: string; readonly status: string }>("why");
  expect(open.filter(({ task, status }) => task !== undefined && status !== "waiting_for_input")).toEqual([]);
  expect(it.git("show", "refs/heads/reeve/r1/integration:b.txt")).toBe("b");
}

describe("what would hold Reeve up costs its own task at most", () => {
  it("pipes, folders and huge files where git and Reeve read, links in circles, names that are no UTF-8", () => {
    const it = poisoned(POISONED);
    expect([0, 1, 3]).toContain(it.project.reeve("run", "plan.yaml").code);
    expectEnded(it);
    expect(ofType(eventsOf(it.project), "job_postponed")).toEqual([]);
    expect(it.project.reeve("review").code).toBe(0);
  });

  it("a configuration that includes a pipe: each command says what git waits for, and none waits for it", () => {
    const pipe = join(aPlace(), "pipe");
    const include = `mkfifo "${pipe}"; git config include.path "${pipe}"`;
    const { project } = aGitProject(planOf("a", "b"), {
      a: `${include}; ${writes("a.txt", "a")}`,
      b: writes("b.txt", "b"),
    });
    const run = project.reeve("run", "plan.yaml");
    expect(run).toMatchObject({ code: 0, out: expect.stringContaining("2 tasks are done") });
    expect(run.err).toContain(`Git's configuration includes ${pipe}, which is no file`);
    expect(project.reeve("review")).toMatchObject({ code: 0 });
    expect(project.reeve("land")).toMatchObject({
      code: 2,
      err: expect.stringContaining("was changed since r1 began"),
    });
  });

  it("also for the Reeve that comes after one was killed", async () => {
    const it = poisoned([POISONS["one deep below is"] ?? "", POISONS["all of its entry is pipes"] ?? ""]);
    const running = it.project.start("run", "plan.yaml");
    await until("agents to have ended", () => ofType(eventsOf(it.project), "attempt_ended").length > 0);
    running.signal("SIGKILL");
    await running.ended;
    expect([0, 1, 3]).toContain(it.project.reeve("run", "plan.yaml").code);
    expectEnded(it);
  });

  it("a folder of 20,000 files, and a schema whose pattern goes on for ever", () => {
    const many = "mkdir many; cd many; seq 20000 | xargs touch; cd ..";
    const pattern = '{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}';
    const schema = `printf '%s' '${pattern}' > s.json; printf '{"a":"${"a".repeat(60)}!"}' > d.json`;
    const criterion = "{ criterion: fits, verify_by: schema_check, target: d.json#s.json }";
    const it = aGitProject(
      planOf("id: many", `id: slow, acceptance: [${criterion}]`, "id: b"),
      { many: `${many}; ${DONE}`, slow: `${schema}; ${DONE}`, b: writes("b.txt", "b") },
      { settings: ONCE },
    );
    expect([1, 3]).toContain(it.project.reeve("run", "plan.yaml").code);
    expectEnded(it);
    expect(gateOf(it, "slow.1", "acceptance")?.evidence.join()).toContain("could not be checked within");
  });
});

describe("Ctrl-C works while git waits for what an agent left", () => {
  it("at once", async () => {
    const it = poisoned([POISONS["one deep below is"] ?? ""]);
    const running = it.project.start("run", "plan.yaml");
    await until("evil to have ended", () => ofType(eventsOf(it.project), "attempt_ended").length > 0);
    running.signal("SIGINT");
    expect((await running.ended).code).toBe(4);
  });
});
