import { describe, expect, it } from "vitest";
import { aGitProject, inTurn } from "./git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "./kit.ts";

const REJECT = JSON.stringify({ verdict: "reject", reasons: ["a.txt is wrong"], must_change: ["write right"] });
const APPROVE = JSON.stringify({ verdict: "approve", reasons: [], must_change: [] });
/** Judges by what it reads at the commit, not by what it is told. */
const READS = `cat > /dev/null; if grep -q right a.txt; then echo '${APPROVE}'; else echo '${REJECT}'; fi`;

describe("a reviewer", () => {
  it("rejects, is heard, and approves: only then the work is merged", () => {
    const work = inTurn(`echo wrong > a.txt; ${DONE}`, `cat > told.txt; echo right > a.txt; ${DONE}`);
    const settings = "advisors: { reviewer: { agent: sh } }\n";
    const it = aGitProject(planOf("a"), { a: work, "@*": READS }, { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(it.git("show", "reeve/r1:told.txt")).toContain("write right");
    expect(it.git("show", "reeve/r1:a.txt")).toBe("right");
    const verdicts = ofType(eventsOf(it.project), "task_reviewed").map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["reject", "approve"]);
    const why = it.project.reeve("why", "a").out;
    expect(why).toContain("is rejected by the reviewer: a.txt is wrong");
    expect(why).toContain("is approved by the reviewer");
  });

  it("that gives no usable answer holds up nobody, and the review shows it", () => {
    const settings = "advisors: { reviewer: { agent: sh } }\npolicies: { malformed_retries: 0 }\n";
    const it = aGitProject(
      planOf("a"),
      { a: `echo x > a.txt; ${DONE}`, "@*": "cat > /dev/null; echo hm" },
      { settings },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.project.reeve("review").out).toContain("The reviewer was unsure");
  });
});

describe("two branches that do not go together", () => {
  const files = { "lib.ts": "export function load(id: string): string {\n  return id;\n}\n" };
  const changes = `printf 'export function load(id: string, version: number): string {\\n  return id + version;\\n}\\n' > lib.ts; ${DONE}`;
  const uses = (call: string) =>
    `printf 'import { load } from "./lib.ts";\\nexport const first = ${call};\\n' > use.ts; ${DONE}`;
  // Verified work lies on its branch: b uses what a has changed by then.
  const whenChanged = "until git show reeve/r1/a-a:lib.ts | grep -q version; do sleep 0.05; done; ";

  it("end coherent: the one that must change is told, and begins with the other's work", () => {
    const agent = {
      a: changes,
      b: inTurn(`${whenChanged}${uses('load("1")')}`, `cat > told.txt; ${uses('load("1", 2)')}`),
    };
    const it = aGitProject(planOf("id: a, title: a", "b"), agent, { files });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(ofType(eventsOf(it.project), "coherence_decided")).toMatchObject([{ about: "b", step: "retry" }]);
    expect(it.git("show", "reeve/r1:told.txt")).toContain("load");
    expect(it.git("show", "reeve/r1:use.ts")).toContain('load("1", 2)');
    expect(it.git("show", "reeve/r1:lib.ts")).toContain("version: number");
    expect(it.project.reeve("why", "b").out).toContain("does not fit with other work of this run");
  });

  it("are only told of where the policy says so", () => {
    const agent = { a: changes, b: `${whenChanged}${uses('load("1")')}` };
    const it = aGitProject(planOf("id: a, title: a", "b"), agent, {
      files,
      settings: "policies: { coherence: warn }\n",
    });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    const reports = ofType(eventsOf(it.project), "task_compared").map(({ report }) => report.status);
    expect(reports).toContain("critical");
    expect(ofType(eventsOf(it.project), "coherence_decided")).toEqual([]);
  });

  it("ask a person where it was told and does not help, and nothing else is merged meanwhile", () => {
    const renames = `printf 'export function fetchIt(id: string, version: number): string {\\n  return id + version;\\n}\\n' > lib.ts; ${DONE}`;
    const agent = { a: renames, b: `${whenChanged}${uses('load("1")')}` };
    const it = aGitProject(planOf("id: a, title: a", "b"), agent, { files });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(it.project.reeve("status").out).toContain("Which side changes, and how?");
    expect(ofType(eventsOf(it.project), "coherence_decided").at(-1)).toMatchObject({ about: "b", step: "ask" });
    expect(it.git("ls-tree", "--name-only", "reeve/r1")).not.toContain("use.ts");
  });
});

describe("a contract with a gap when all is merged", () => {
  const entity = "{ name: orders, type: database, path: db.sql, key_fields: [id], created_by_task: a }";
  const contract = `contract:\n  entities: [${entity}]\n`;
  const table = (name: string) => `printf 'create table ${name} (id integer primary key);\\n' > db.sql; ${DONE}`;

  it("reopens the task that owes it, told what is missing, and ends green", () => {
    const agent = { a: inTurn(table("baskets"), `cat > told.txt; ${table("orders")}`), b: `echo b > b.txt; ${DONE}` };
    const it = aGitProject(`${planOf("a", "b")}${contract}`, agent);
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(it.git("show", "reeve/r1:told.txt")).toContain("orders");
    expect(ofType(eventsOf(it.project), "task_reopened")).toMatchObject([
      { task: "a", because: { rule: "integration_red" } },
    ]);
    expect(ofType(eventsOf(it.project), "run_checked").map(({ gates }) => gates.map(({ verdict }) => verdict))).toEqual(
      [["failed"], ["passed"]],
    );
    expect(it.project.reeve("why", "a").out).toContain("is reopened");
  });

  it("asks once whom to let mend what the task that owes it cannot", () => {
    const agent = { a: table("baskets"), b: `echo b > b.txt; ${DONE}` };
    const settings = "policies: { lineage_retries: 0 }\n";
    const it = aGitProject(`${planOf("a", "b")}${contract}`, agent, { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect({ code, out }).toMatchObject({ code: 3 });
    expect(out).toContain("The integrated work is red");
    expect(it.project.reeve("answer", "q1", "leave it")).toMatchObject({ code: 0 });
    const again = it.project.reeve("run");
    expect({ code: again.code, said: again.out + again.err }).toMatchObject({ code: 1 });
  });
});
