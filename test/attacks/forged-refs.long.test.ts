/** An agent moves the refs that say what was verified: real git, real processes, the built command. */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { ASKS, planOf } from "../e2e/kit.ts";
import { mergedText, violationsOf } from "./attack-kit.ts";

const BOTH = ["refs/reeve/integrated/r1", "refs/heads/reeve/r1/integration"];
const AS_SOMEBODY = "GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x";
const FORGE = `evil=$(echo evil | git hash-object -w --stdin);
  tree=$( (git ls-tree HEAD; printf '100644 blob %s\\tevil.txt\\n' $evil) | git mktree);
  commit=$(${AS_SOMEBODY} git commit-tree $tree -p ${BOTH[1]} -m Evil);
  for ref in ${BOTH.join(" ")}; do git update-ref $ref $commit; done`;

const isOnBranch = ({ git }: GitProject, commit: string) =>
  git("rev-list", "refs/heads/reeve/r1/integration").split("\n").includes(commit);

describe("whoever forges both refs of what is integrated", () => {
  it("is found while the run goes on: nothing of it is merged, and it is parked and told", () => {
    const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), {
      a: writes("a.txt", "a"),
      b: `${FORGE}; echo $commit > "$REEVE_PROJECT/.reeve/evil"; ${writes("b.txt", "b")}`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "a.txt"), mergedText(it, "b.txt"), mergedText(it, "evil.txt")]).toEqual(["a", "b", null]);
    const evil = it.project.read(".reeve/evil").trim();
    expect(isOnBranch(it, evil)).toBe(false);
    expect(violationsOf(it)).toContainEqual(expect.stringContaining("refs/reeve/integrated/r1 was moved"));
    expect(it.project.reeve("parked").out).toContain("r1/@integration/1");
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    expect(it.git("ls-tree", "--name-only", "main").split("\n")).not.toContain("evil.txt");
  });

  it("is found when nobody was at work, by the next Reeve", () => {
    const asks = `if [ -n "$(git log --oneline | grep Merge)" ] && [ ! -e "$REEVE_PROJECT/.reeve/go" ]; then ${ASKS}; else ${writes("b.txt", "b")}; fi`;
    const it = aGitProject(planOf("a", "id: b, depends_on: [a]"), { a: writes("a.txt", "a"), b: asks });
    it.project.reeve("run", "plan.yaml");
    const sound = it.git("rev-parse", BOTH[1] ?? "");
    const evil = it.git("commit-tree", `${sound}^{tree}`, "-p", sound, "-m", "Evil");
    for (const ref of BOTH) it.git("update-ref", ref, evil);
    it.project.write(".reeve/go", "");
    it.project.reeve("answer", "q1", "red");
    expect(it.project.reeve("run")).toMatchObject({ code: 0 });
    expect(isOnBranch(it, evil)).toBe(false);
    expect(mergedText(it, "b.txt")).toBe("b");
  });

  it("is found after the run: it does not land", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    const sound = it.git("rev-parse", BOTH[1] ?? "");
    const evil = it.git("commit-tree", `${sound}^{tree}`, "-p", sound, "-m", "Evil");
    for (const ref of BOTH) it.git("update-ref", ref, evil);
    const land = it.project.reeve("land");
    expect(land.code).not.toBe(0);
    expect(land.err).toContain("somebody else has changed it");
  });
});
