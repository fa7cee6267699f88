/** An agent puts things where Reeve's git writes or looks, so that it waits, spins or fails: real git, the built command. */
import { describe, expect, it } from "vitest";
import { aGitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { mergedText, ONCE } from "./attack-kit.ts";

const COMMON = "common=$(git rev-parse --path-format=absolute --git-common-dir); here=$(git rev-parse HEAD)";
const CHAIN = planOf("a", "id: b, depends_on: [a]");

describe("what an agent leaves where Reeve keeps its refs fails no task", () => {
  it("neither locks that nobody lets go of", () => {
    const refs = ["heads/reeve/r1/integration", "reeve/integrated/r1", "notes/reeve", "heads/reeve/r1/b-work"];
    const lock = refs.map((ref) => `mkdir -p $common/refs/$(dirname ${ref}); touch $common/refs/${ref}.lock`);
    const it = aGitProject(
      CHAIN,
      { a: `${COMMON}; ${lock.join("; ")}; ${writes("a.txt", "a")}`, b: writes("b.txt", "b") },
      { settings: ONCE },
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "a.txt"), mergedText(it, "b.txt")]).toEqual(["a", "b"]);
  });

  it("nor refs in their place, below them or above, whose commits are kept", () => {
    const puts = ["heads/reeve/r1/b-work/evil", "heads/reeve/r1/integration/b", "notes/reeve/x", "heads/reeve/r2"];
    const evil = `${COMMON}; evil=$(git -c user.name=x -c user.email=x@x commit-tree -m Evil -p $here $here^{tree})`;
    const put = puts.map((ref) => `git update-ref refs/${ref} $evil`);
    const steps = [evil, "git update-ref -d refs/heads/reeve/r1/integration", ...put, "echo $evil > evil.txt"];
    const it = aGitProject(
      CHAIN,
      { a: `${steps.join("; ")}; ${writes("a.txt", "a")}`, b: writes("b.txt", "b") },
      { settings: ONCE },
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "a.txt"), mergedText(it, "b.txt")]).toEqual(["a", "b"]);
    expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
    const evilCommit = mergedText(it, "evil.txt") ?? "";
    expect(it.git("for-each-ref", "--contains", evilCommit, "refs/reeve-in-the-way/")).toContain(evilCommit);
  });
});

describe("patterns that git would try for hours", () => {
  it.each([".gitignore", ".gitattributes"])("in %s get another name, and the task is done", (file) => {
    const deep = Array.from({ length: 30 }, () => "a".repeat(40)).join("/");
    const pattern = `${Array.from({ length: 20 }, () => "*a*a*a*").join("**/")}b${file === ".gitignore" ? "" : " text"}`;
    const it = aGitProject(
      planOf("a"),
      { a: `echo '${pattern}' > ${file}; mkdir -p ${deep}; touch ${deep}/${"a".repeat(40)}; ${writes("a.txt", "a")}` },
      { settings: ONCE },
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect([mergedText(it, "a.txt"), mergedText(it, `${file}.endless`)]).toEqual(["a", pattern]);
  });
});
