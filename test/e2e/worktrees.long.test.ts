import { appendFileSync, existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { aGitProject, fingerprint, type GitProject, writes } from "./git-kit.ts";
import { aProject, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

/** Something of every kind that a person can have lying about. */
function makeDirty({ project, git }: GitProject): void {
  project.write("stashed.txt", "stashed\n");
  git("stash", "push", "--include-untracked", "--quiet");
  project.write("staged.txt", "staged\n");
  git("add", "staged.txt");
  project.write("staged.txt", "staged, then changed\n");
  project.write("untracked.txt", "untracked\n");
  appendFileSync(join(project.dir, "agent.sh"), "# a person edits this\n");
}

describe("the user's own checkout", () => {
  it.each(["clean", "dirty"])("is left exactly as it was when it is %s", (state) => {
    const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), { a: writes("a.txt", "a"), b: writes("b.txt", "b") });
    if (state === "dirty") makeDirty(it);
    const before = fingerprint(it);
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    expect(fingerprint(it)).toEqual(before);
    expect(it.git("ls-tree", "--name-only", "reeve/r1").split("\n")).toEqual(
      expect.arrayContaining(["a.txt", "b.txt"]),
    );
    expect(it.git("show", "reeve/r1:agent.sh")).not.toContain("a person edits this");
    expect(it.git("status", "--porcelain")).not.toContain(".reeve");
  });

  it("is left alone with a detached HEAD, and the run begins there", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    it.git("commit", "--quiet", "--allow-empty", "--message", "Later");
    it.git("checkout", "--quiet", "--detach", "HEAD~1");
    const before = fingerprint(it);
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(fingerprint(it)).toEqual(before);
    expect(it.git("merge-base", "reeve/r1", "HEAD")).toBe(it.git("rev-parse", "HEAD"));
  });

  it("that an agent writes into is reported as a violation, naming file and attempt", () => {
    const it = aGitProject(planOf("a"), { a: `echo oops > "$REEVE_PROJECT/README.md"; ${writes("a.txt", "a")}` });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const [seen] = ofType(eventsOf(it.project), "violation_seen");
    expect(seen?.violation).toMatchObject({ rule: "outside_write", paths: ["README.md"], attempts: ["a.1"] });
    expect(it.project.reeve("status").out).toContain("README.md");
  });
});

describe("a project", () => {
  it("in a subdirectory of its repository is worked from there, and paths are seen from there", () => {
    const it = aGitProject(planOf("id: a, files: [out.txt]"), { a: writes("out.txt", "here") });
    const sub = join(it.project.dir, "packages", "one");
    mkdirSync(sub, { recursive: true });
    for (const file of ["reeve.yaml", "plan.yaml", "agent.sh"]) renameSync(join(it.project.dir, file), join(sub, file));
    it.git("add", "--all");
    it.git("commit", "--quiet", "--message", "Move");
    mkdirSync(join(sub, "deeper"));
    expect(it.project.at("packages/one/deeper").reeve("run")).toMatchObject({ code: 0 });
    expect(it.git("show", "reeve/r1:packages/one/out.txt")).toBe("here");
  });

  it("with spaces, quotes and letters of the world in its names is worked like any other", () => {
    const name = "a 'b' \"c\" ünï 漢字.txt";
    const it = aGitProject(
      planOf("id: a, title: Ünïcode / and “more”"),
      { a: `cp agent.sh "$(cat name)"; ${DONE}` },
      {
        files: { name, [name]: "old\n" },
      },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", `reeve/r1:${name}`)).toContain("REEVE_TASK_ID");
  });

  it("that is no repository is refused with what to do, and works with isolation: none", () => {
    const project = aShellProject(planOf("a"), { a: writes("a.txt", "a") }, "", "");
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(8);
    expect(err).toMatch(/not in a git repository.*isolation: none/s);
    expect(existsSync(join(project.dir, ".reeve", "runs"))).toBe(false);
    project.write("reeve.yaml", `isolation: none\n${project.read("reeve.yaml")}`);
    expect(project.reeve("run", "plan.yaml").code).toBe(0);
    expect(project.read("a.txt")).toBe("a\n");
  });

  it("without a first commit, or bare, is refused with what to do", () => {
    const project = aShellProject(planOf("a"), { a: DONE }, "", "");
    gitIn(project.dir, "init", "--quiet");
    expect(project.reeve("run", "plan.yaml")).toMatchObject({
      code: 8,
      err: expect.stringMatching(/no commit.*commit/is),
    });
    const bare = aProject();
    gitIn(bare.dir, "init", "--quiet", "--bare");
    for (const file of ["reeve.yaml", "plan.yaml", "agent.sh"]) bare.write(file, project.read(file));
    expect(bare.reeve("run", "plan.yaml")).toMatchObject({ code: 8, err: expect.stringContaining("bare") });
  });

  it("whose plan names a base that does not exist is refused", () => {
    const it = aGitProject(`base: nowhere\n${planOf("a")}`, { a: DONE });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 8, err: expect.stringContaining("nowhere") });
  });

  it("with a submodule hands it to the agents as it is checked out", () => {
    const it = aGitProject(planOf("a"), { a: `cat library/part.txt > out.txt; ${DONE}` });
    const other = aGitProject(planOf("x"), { x: DONE }, { files: { "part.txt": "of the library\n" } });
    it.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.project.dir, "library");
    it.git("commit", "--quiet", "--message", "Library");
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:out.txt")).toBe("of the library");
  });

  it("with a link in it that leads out of it does not follow that link", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    const outside = aProject({ "secret.txt": "do not read\n" });
    symlinkSync(outside.dir, join(it.project.dir, "out"));
    it.git("add", "--all");
    it.git("commit", "--quiet", "--message", "Link");
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("ls-tree", "reeve/r1", "out")).toContain("120000");
  });
});

describe("every task", () => {
  it("has a worktree and a branch of its own, named after it", () => {
    const it = aGitProject(planOf("id: a, title: Write the First Part!"), { a: writes("a.txt", "a") });
    it.project.reeve("run", "plan.yaml");
    expect(it.git("branch", "--list", "--format=%(refname:short)", "reeve/*").split("\n")).toEqual([
      "reeve/r1/a-write-the-first-part",
      "reeve/r1/integration",
    ]);
  });

  it("starts from the merged work of those it depends on", () => {
    const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), {
      a: writes("a.txt", "from a"),
      b: `cat a.txt > b.txt; ${DONE}`,
    });
    it.project.reeve("run", "plan.yaml");
    expect(it.git("show", "reeve/r1:b.txt")).toBe("from a");
  });

  it("goes on with what its crashed attempt had left", () => {
    const agent = `if [ -e half ]; then mv half whole; ${DONE}; else echo work > half; exit 1; fi`;
    const it = aGitProject(
      planOf("a"),
      { a: agent },
      {
        settings: "policies: { worker: { restarts: 1, within_s: 3600, backoff: none, grace_s: 5 } }\n",
      },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:whole")).toBe("work");
  });

  it("begins again where its change was wrong, and the change is parked", () => {
    const agent = `if [ -e stray-1 ]; then exit 9; fi
if [ $REEVE_ATTEMPT = 1 ]; then touch a.txt stray-1 stray-2 stray-3; else echo well > a.txt; fi; ${DONE}`;
    const it = aGitProject(planOf("id: a, files: [a.txt]"), { a: agent });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("ls-tree", "--name-only", "reeve/r1").split("\n")).not.toContain("stray-1");
    const list = it.project.reeve("parked").out;
    expect(list).toContain("r1/a/1");
    expect(it.project.reeve("parked", "show", "r1/a/1").out).toContain("stray-3");
    expect(it.project.reeve("parked", "restore", "r1/a/1").code).toBe(0);
    expect(it.git("branch", "--list", "reeve/restored/*")).not.toBe("");
  });
});

describe("a new worktree", () => {
  it("is set up once before anything happens in it", () => {
    const it = aGitProject(
      planOf("a"),
      { a: `wc -l < setup.log > lines.txt; ${DONE}` },
      {
        settings: "workspace: { setup: ['echo set up >> setup.log'] }\n",
      },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1:lines.txt").trim()).toBe("1");
  });

  it("that cannot be set up asks a person, with what the command said", () => {
    const it = aGitProject(
      planOf("a"),
      { a: DONE },
      { settings: "workspace: { setup: ['echo no such tool; exit 3'] }\n" },
    );
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code).toBe(3);
    expect(out).toContain("no such tool");
  });
});
