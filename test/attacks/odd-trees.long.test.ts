/** Agents commit what git would never make by itself, and put repositories into the repository: real git, the built command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, gatesOf, writes } from "../e2e/git-kit.ts";
import { DONE, planOf } from "../e2e/kit.ts";
import { gateOf, mergedText } from "./attack-kit.ts";
import { ODD_PROGRAM, ODD_TREES } from "./odd-tree-kit.ts";
import { aTrap } from "./poison-kit.ts";

/** Whatever fails, the others are worked. */
const UNBRAKED =
  "policies: { worker: { restarts: 0 }, attempts_max: 1, halt_failed_percent: 100, brake: { same_failures: 0 } }\nmax_parallel: 3\n";
const ALL = Object.keys(ODD_TREES);

function oddProject(how: string, kinds: readonly string[]): GitProject {
  const agent = kinds.map((kind) => [kind, `"${process.execPath}" odd.mjs ${kind} ${how}`]);
  return aGitProject(
    planOf(...kinds, "b"),
    { ...Object.fromEntries(agent), b: writes("b.txt", "b") },
    { settings: UNBRAKED, files: { "odd.mjs": ODD_PROGRAM } },
  );
}

describe.each([
  ["shown", ALL],
  ["hidden", ["dot-git", "above", "twice", "missing", "long", "lines"]],
] as const)("commits that are not whole, %s", (how, kinds) => {
  it("come into no history: the files in the workspace count, the gate says why, and all of it lands and passes git's own check", () => {
    const it = oddProject(how, kinds);
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    for (const kind of kinds) {
      const said = ODD_TREES[kind] ?? null;
      const diff = gateOf(it, `${kind}.1`, "diff");
      expect([kind, diff?.verdict]).toEqual([kind, said === null ? "passed" : "warned"]);
      if (said !== null) expect(diff?.evidence.join()).toMatch(said);
      expect([kind, mergedText(it, `after-${kind}.txt`)]).toEqual([kind, "evil"]);
    }
    expect(mergedText(it, "b.txt")).toBe("b");
    const odd = it.git("log", "--format=%s", "refs/heads/reeve/r1/integration").split("\n");
    const whole = kinds.filter((kind) => ODD_TREES[kind] === null).length;
    expect(odd.filter((subject) => subject === "Odd")).toHaveLength(how === "hidden" ? whole * 2 : whole);
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    it.git(
      "clone",
      "--quiet",
      "--no-local",
      "--config",
      "transfer.fsckObjects=true",
      ".",
      join(it.project.dir, "clone"),
    );
    expect(existsSync(join(it.project.dir, "clone/b.txt"))).toBe(true);
    expect(existsSync("/escaped.txt")).toBe(false);
  });
});

const WHO = "export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x";
const MAKE = `${WHO}; git init -q sub; echo x > sub/x.txt; git -C sub add .; git -C sub commit -qm x`;
const COMMIT = "git add --all 2>/dev/null; git commit -qm sub";

/** From now on every git that looks for changes in there runs what the agent says. */
function armed(program: string): string {
  const settings = { "filter.evil.clean": "clean", "filter.evil.smudge": "smudge", "core.fsmonitor": "fsmonitor" };
  const lines = Object.entries(settings).map(([name, what]) => `git -C sub config ${name} '${program} ${what}'`);
  return `${lines.join("; ")}; git -C sub config filter.evil.required true; echo '* filter=evil' > sub/.git/info/attributes; echo y > sub/x.txt`;
}

function modules(name: string, url: string): string {
  return `printf '[submodule "${name}"]\\n\\tpath = sub\\n\\turl = ${url}\\n\\tignore = none\\n' > .gitmodules`;
}

describe("a repository inside the repository", () => {
  it("runs nothing of its own by any git of Reeve's, and is refused where nobody else could have it", () => {
    const trap = aTrap();
    const arm = armed(trap.program);
    const agent = {
      linked: `${MAKE}; ${COMMIT}; ${arm}; ${writes("linked.txt", "l")}`,
      deep: `mkdir d; cd d; ${MAKE}; cd ..; ${COMMIT}; cd d; ${arm}; cd ..; ${writes("deep.txt", "d")}`,
      unlinked: `${MAKE}; ${arm}; ${writes("unlinked.txt", "u")}`,
      named: `${MAKE}; ${modules("sub", "../sub")}; ${COMMIT}; ${arm}; ${writes("named.txt", "n")}`,
      "named-outside": `${modules("../../x", "../sub")}; ${DONE}`,
      "named-program": `${modules("sub", "--upload-pack=x")}; ${DONE}`,
    };
    const it = aGitProject(
      planOf(...Object.keys(agent), "b"),
      { ...agent, b: writes("b.txt", "b") },
      { settings: UNBRAKED },
    );
    it.project.reeve("run", "plan.yaml");
    const links = Object.keys(agent).map((task) => [task, gateOf(it, `${task}.1`, "links")?.message] as const);
    expect(Object.fromEntries(links)).toMatchObject({
      linked: expect.stringContaining("sub is a repository of its own"),
      deep: expect.stringContaining("d/sub is a repository of its own"),
      unlinked: expect.stringContaining("No new link"),
      named: expect.stringContaining("No new link"),
      "named-outside": expect.stringContaining("Git would not go by .gitmodules"),
      "named-program": expect.stringContaining("Git would not go by .gitmodules"),
    });
    expect(gatesOf(it, "unlinked.1")[0]?.evidence.join()).toContain("sub is no part of the change");
    expect([mergedText(it, "b.txt"), mergedText(it, "linked.txt")]).toEqual(["b", null]);
    for (const look of ["status", "review", "clean", "recover"]) it.project.reeve(look);
    expect(trap.fired()).toEqual([]);
  });
});
