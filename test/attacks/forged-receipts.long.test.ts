/** Receipts that somebody made, changed, moved or left out: real git, the built command. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { sealed } from "./attack-kit.ts";

const GATED = `title: A plan
defaults: { gates: [{ name: check, run: "test -f a.txt" }] }
tasks: [{ id: a, prompt: Work. }, { id: b, prompt: Work., depends_on: [a] }]
`;
const AGENTS = { a: writes("a.txt", "a"), b: writes("b.txt", "b") };

function aFinished(): GitProject {
  const it = aGitProject(GATED, AGENTS);
  expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
  return it;
}

const linesOf = ({ project }: GitProject) => project.read(".reeve/runs/r1/receipts.jsonl").trim().split("\n");

function verifyLines({ project }: GitProject, lines: readonly string[]) {
  const file = join(project.dir, ".reeve", "given.jsonl");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return project.reeve("verify", file);
}

describe("a receipt", () => {
  it("that was changed and sealed again is found: by the chain, by the merge's trailer, by the journal", () => {
    const it = aFinished();
    const [first = "", ...rest] = linesOf(it);
    const other = JSON.parse(first.replaceAll('"exit":0', '"exit":7'));
    const { code, out } = verifyLines(it, [sealed(other), ...rest]);
    expect(code).toBe(1);
    expect(out).toContain("it does not follow receipt 1");
    expect(out).toContain("names the digest of another proof");
    expect(out).toContain("the journal here gives another receipt");
  });

  it("that names another commit or another tree is found in the repository", () => {
    const it = aFinished();
    const [first = ""] = linesOf(it);
    const receipt = JSON.parse(first);
    const main = it.git("rev-parse", "main");
    const elsewhere = sealed({ ...receipt, merge: { ...receipt.merge, commit: main } });
    expect(verifyLines(it, [elsewhere])).toMatchObject({
      code: 1,
      out: expect.stringContaining("is not the one that was recorded"),
    });
  });

  it("that is left out at the end, or in between, is missed; nothing is contradicted by that", () => {
    const it = aFinished();
    const lines = linesOf(it);
    expect(verifyLines(it, lines.slice(0, -1))).toMatchObject({
      code: 3,
      out: expect.stringContaining("the chain is not closed"),
    });
    expect(verifyLines(it, lines.slice(1))).toMatchObject({
      code: 3,
      out: expect.stringContaining("receipt 1 is missing"),
    });
  });

  it("of another run does not pass for one of this run", () => {
    const it = aFinished();
    const other = aFinished();
    const [, foreign = ""] = linesOf(other);
    const [first = "", , closing = ""] = linesOf(it);
    const { out } = verifyLines(it, [first, foreign, closing]);
    expect(out).toContain("receipt 2 is missing");
    expect(out).toContain("is not in this repository");
  });

  it("whose note was written over or moved to another commit is found, and written anew by the next Reeve", () => {
    const it = aFinished();
    const merge = JSON.parse(linesOf(it)[0] ?? "").merge.commit;
    const forged = sealed({ ...JSON.parse(linesOf(it)[0] ?? ""), agent: "somebody-else" });
    it.git("notes", "--ref=reeve", "add", "--force", "--message", forged, merge);
    expect(it.project.reeve("verify")).toMatchObject({ code: 1 });
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
    it.git("notes", "--ref=reeve", "copy", "--force", merge, "main~2");
    expect(it.project.reeve("verify")).toMatchObject({ code: 1, out: expect.stringContaining("it was found beside") });
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    expect(it.project.reeve("verify")).toMatchObject({ code: 0 });
  });

  it("that an agent notes while it works does not survive the run", () => {
    const it = aGitProject(planOf("a"), {
      a: `git -c user.name=x -c user.email=x notes --ref=reeve add -m '{"reeve_receipt":1,"forged":true}' HEAD; ${writes("a.txt", "a")}`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(it.project.reeve("verify", "r1")).toMatchObject({ code: 0 });
    expect(it.git("grep", "--count", "reeve_receipt", "refs/notes/reeve").split("\n")).toHaveLength(1);
  });

  it("of the run's end that was made anew is found by a landing that made a merge", () => {
    const it = aFinished();
    expect(it.project.reeve("land", "--merge")).toMatchObject({ code: 0 });
    expect(it.project.reeve("verify").out).toContain("names this very receipt");
    const [first = "", second = "", closing = ""] = linesOf(it);
    const other = sealed({ ...JSON.parse(closing), verdict: "failed" });
    expect(verifyLines(it, [first, second, other])).toMatchObject({
      code: 1,
      out: expect.stringContaining("names another receipt (Reeve-Receipt)"),
    });
  });
});
