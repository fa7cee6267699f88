/** An agent writes what steers git, for Reeve's own git to go by: real git, real processes, the built command. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { gitIn } from "../repository.ts";
import { aPlace, mergedText, violationsOf } from "./attack-kit.ts";

/** Programs that git would run, each leaving a mark where it ran. */
function firings(mark: string): string {
  const fire = (name: string) => `'echo ${name} >> "${mark}"; cat'`;
  const settings = [
    `filter.evil.clean ${fire("clean")}`,
    `filter.evil.smudge ${fire("smudge")}`,
    `diff.evil.textconv ${fire("textconv")}`,
    `merge.evil.driver ${fire("driver")}`,
    `core.fsmonitor ${fire("fsmonitor")}`,
    `core.sshCommand ${fire("ssh")}`,
    `core.pager ${fire("pager")}`,
  ];
  return settings.map((setting) => `git config ${setting}`).join("; ");
}

const ATTRIBUTES = "echo '* filter=evil diff=evil merge=evil' > .gitattributes";

describe("no program an agent configures is run by Reeve's git", () => {
  it("neither from the repository's configuration nor from its attributes, and nothing lands until a person has looked", () => {
    const mark = join(aPlace(), "fired");
    const evil = `${firings(mark)}; ${ATTRIBUTES}; echo '* filter=evil' > "$(git rev-parse --git-common-dir)/info/attributes"`;
    const it = aGitProject(planOf("id: a, gates: [test -f a.txt]", "id: b, depends_on: [a]"), {
      a: `${evil}; ${writes("a.txt", "a")}`,
      b: writes("b.txt", "b"),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "a.txt"), mergedText(it, "b.txt")]).toEqual(["a", "b"]);
    expect(existsSync(mark) ? readFileSync(mark, "utf8") : "").toBe("");
    expect(violationsOf(it)).toEqual(expect.arrayContaining([".git/config", ".git/info/attributes"]));
    const before = it.git("-c", "core.fsmonitor=false", "rev-parse", "main");
    const land = it.project.reeve("land");
    expect(land.code).not.toBe(0);
    expect(land.err).toContain("filter.evil.clean");
    expect(land.err).toContain("--trust-git");
    expect(it.git("-c", "core.fsmonitor=false", "rev-parse", "main")).toBe(before);
    expect(existsSync(mark)).toBe(false);
  });

  it("nor from an entry of its worktree that was led to another repository", () => {
    const place = aPlace();
    gitIn(place, "init", "--quiet", "evil");
    const mark = join(place, "fired");
    const config = `git config --file "${place}/evil/.git/config"`;
    const lead = `${config} filter.evil.clean 'echo clean >> "${mark}"; cat'; ${ATTRIBUTES}; echo "${place}/evil/.git" > "$(git rev-parse --git-dir)/commondir"`;
    const it = aGitProject(planOf("a"), { a: `${lead}; ${writes("a.txt", "a")}` });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(mergedText(it, "a.txt")).toBe("a");
    expect(existsSync(mark)).toBe(false);
    expect(violationsOf(it)).toContain(".git/worktrees/a");
  });

  it("nor with `.git` of its worktree rewritten", () => {
    const place = aPlace();
    gitIn(place, "init", "--quiet", "evil");
    const it = aGitProject(planOf("a"), {
      a: `${writes("a.txt", "a")}; echo "gitdir: ${place}/evil/.git" > .git`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(mergedText(it, "a.txt")).toBe("a");
    expect(gitIn(join(place, "evil"), "for-each-ref")).toBe("");
    expect(violationsOf(it)).toContain(".git/worktrees/a");
  });
});

describe("an entry of another task's worktree", () => {
  it("that is copied, to be taken for it, brings in nothing of whoever copied it", () => {
    const evil = `evil=$(echo evil | git hash-object -w --stdin);
      tree=$(printf '100644 blob %s\\tevil.txt\\n' $evil | git mktree);
      commit=$(GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x git commit-tree $tree -p HEAD -m Evil);
      all="$(git rev-parse --path-format=absolute --git-common-dir)/worktrees";
      until [ -e "$REEVE_PROJECT/.reeve/b-works" ]; do sleep 0.02; done;
      for name in aa zz; do cp -r "$all/b" "$all/$name"; echo $commit > "$all/$name/HEAD"; export GIT_INDEX_FILE="$all/$name/index";
        git read-tree $commit; git update-index --skip-worktree evil.txt; unset GIT_INDEX_FILE; done;
      echo $commit > "$REEVE_PROJECT/.reeve/evil"`;
    const it = aGitProject(planOf("a", "b"), {
      a: `${evil}; ${writes("a.txt", "a")}`,
      b: `touch "$REEVE_PROJECT/.reeve/b-works"; until [ -e "$REEVE_PROJECT/.reeve/evil" ]; do sleep 0.02; done; ${writes("b.txt", "b")}`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "b.txt"), mergedText(it, "evil.txt")]).toEqual(["b", null]);
    const merged = it.git("rev-list", "refs/heads/reeve/r1/integration").split("\n");
    expect(merged).not.toContain(it.project.read(".reeve/evil").trim());
  });
});

describe("a push goes nowhere else", () => {
  it.each(["the repository's own configuration", "the user's"])("by an address that was put into %s", (where) => {
    const place = aPlace();
    for (const name of ["remote", "evil"]) gitIn(place, "init", "--quiet", "--bare", name);
    const config = where === "the user's" ? `git config --file "${place}/home/.gitconfig"` : "git config";
    const redirect = `${config} "url.${place}/evil.insteadOf" "${place}/remote"`;
    const it = aGitProject(planOf("a"), { a: `mkdir -p "${place}/home"; ${redirect}; ${writes("a.txt", "a")}` });
    it.git("remote", "add", "origin", join(place, "remote"));
    it.project.with({ HOME: join(place, "home") });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    const pushed = it.project.reeve("review", "--open-pr");
    expect(pushed.code).not.toBe(0);
    expect(pushed.err).toContain(`url.${place}/evil.insteadof`);
    for (const name of ["remote", "evil"]) expect(gitIn(join(place, name), "for-each-ref")).toBe("");
    expect(violationsOf(it)).toContainEqual(
      expect.stringMatching(where === "the user's" ? /^~\/.gitconfig$/ : /^.git\/config$/),
    );
  });

  it("and what was configured when the run began still counts", () => {
    const place = aPlace();
    gitIn(place, "init", "--quiet", "--bare", "remote");
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    it.git("remote", "add", "origin", "short:remote");
    it.git("config", `url.${place}/.insteadOf`, "short:");
    it.git("config", "filter.shout.clean", "tr a-z A-Z");
    it.project.write(".gitattributes", "a.txt filter=shout\n");
    it.git("add", ".gitattributes");
    it.git("commit", "--quiet", "--message", "Shout");
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(mergedText(it, "a.txt")).toBe("A");
    expect(it.project.reeve("review", "--open-pr")).toMatchObject({ code: 0 });
    expect(gitIn(join(place, "remote"), "rev-parse", "reeve/r1/integration")).toBe(it.git("rev-parse", "reeve/r1"));
    it.git("config", "branch.main.description", "harmless");
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
  });
});

describe("objects of somebody else's", () => {
  it("that a repository is led to are told, and nothing lands until a person has looked", () => {
    const place = aPlace();
    const lead = `echo "${place}" > "$(git rev-parse --git-common-dir)/objects/info/alternates"`;
    const it = aGitProject(planOf("a"), { a: `${lead}; ${writes("a.txt", "a")}` });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(violationsOf(it)).toContain(".git/objects/info/alternates");
    expect(it.project.reeve("land").err).toContain("objects/info/alternates");
    expect(it.project.reeve("land", "--trust-git")).toMatchObject({ code: 0 });
  });
});
