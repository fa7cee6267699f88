import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, inTurn, writes } from "./git-kit.ts";
import { eventsOf, ofType, planOf } from "./kit.ts";

const SETTINGS = "advisors: { supervisor: { agent: sh } }\n";
/** No rule settles it. */
const HOPELESS = "cat > /dev/null; echo 'a riddle wrapped in an enigma' >&2; exit 3";

function answers(...actions: readonly object[]): string {
  const answer = { diagnosis: "so it is", pattern_detected: null, actions, recommendations: [] };
  return `cat > /dev/null; echo '${JSON.stringify(answer)}'`;
}

function promptOf(it: GitProject, attempt: string): string {
  return it.project.read(`.reeve/runs/r1/attempts/${attempt}/prompt.txt`);
}

describe("what a supervisor orders", () => {
  it("new_model reaches the program that is started, and additional_context its prompt", () => {
    const tried = `cat > /dev/null; printf '%s' "$REEVE_MODEL" > model.txt; echo '{"status":"done"}'`;
    const order = {
      task_id: "a",
      action: "retry_escalated",
      reason: "too hard",
      new_model: "other-model-7",
      additional_context: "Read the ledger first.",
    };
    const it = aGitProject(
      planOf("a"),
      { a: inTurn(HOPELESS, HOPELESS, tried), "@*": answers(order) },
      { settings: SETTINGS },
    );
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(it.git("show", "reeve/r1/integration:model.txt")).toBe("other-model-7");
    expect(promptOf(it, "a.3")).toContain("Read the ledger first.");
    expect(it.project.reeve("why", "a").out).toContain("other-model-7");
  });

  it("a skip leaves those alone that need nothing of the task, and ends those that do", () => {
    const plan = planOf(
      "id: a, files: [src/store.txt]",
      "id: guide, files: [guide.txt], depends_on: [a]",
      "id: uses, title: Fill src/store.txt, files: [src/users.txt], depends_on: [a]",
    );
    const agent = {
      a: HOPELESS,
      guide: `cat > /dev/null; ${writes("guide.txt", "read me")}`,
      "@*": answers({ task_id: "a", action: "skip", reason: "not now", additional_context: "Leave the store out." }),
    };
    const it = aGitProject(plan, agent, { settings: SETTINGS });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(0);
    expect(ofType(eventsOf(it.project), "task_skipped").map(({ task }) => task)).toEqual(["a", "uses"]);
    expect(ofType(eventsOf(it.project), "task_done").map(({ task }) => task)).toEqual(["guide"]);
    expect(promptOf(it, "guide.1")).toContain("Leave the store out.");
    expect(it.project.reeve("why", "a").out).toContain("guide needs nothing of it and proceeds");
  });

  it("a retry_dependency for which nobody is found is refused, and a person is asked once", () => {
    const plan = planOf("a", "b", "id: c, depends_on: [a, b]");
    const agent = {
      "a|b": `cat > /dev/null; ${writes("made-by-$REEVE_TASK_ID", "it")}`,
      c: HOPELESS,
      "@*": answers({ task_id: "c", action: "retry_dependency", reason: "something before it is wrong" }),
    };
    const it = aGitProject(plan, agent, { settings: SETTINGS });
    expect(it.project.reeve("run", "plan.yaml").code).toBe(3);
    expect(ofType(eventsOf(it.project), "action_refused")).toMatchObject([{ task: "c", action: "retry_dependency" }]);
    expect(ofType(eventsOf(it.project), "question_asked")).toHaveLength(1);
    expect(ofType(eventsOf(it.project), "task_reopened")).toEqual([]);
  });
});

describe("a gap in the contract that no task covers", () => {
  const CONTRACT = `contract:
  entities:
    - { name: Customer, type: database, path: schema.sql, table: customers, created_by_task: a }
    - { name: Order, type: database, path: schema.sql, table: orders, created_by_task: b }
  core_queries: [customers -> orders]
`;

  it("goes to the planner; what it adds is worked, and the run ends well", () => {
    const plan = `${planOf("id: a, files: [schema.sql]", "id: b, files: [orders.sql]")}${CONTRACT}`;
    const customers = "CREATE TABLE customers (id INTEGER PRIMARY KEY);";
    const orders = "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id));";
    const planned = {
      tasks: [{ id: "c", prompt: "Make the table orders in schema.sql." }],
      removed_tasks: [],
      contract: null,
      cross_cutting_concerns: [],
      validation: [],
    };
    const agent = {
      a: `cat > /dev/null; ${writes("schema.sql", customers)}`,
      b: HOPELESS,
      c: `cat > /dev/null; echo '${orders}' >> schema.sql; echo '{"status":"done"}'`,
      "@supervisor*": answers({ task_id: "b", action: "skip", reason: "nobody needs it" }),
      "@planner*": `cat > /dev/null; echo '${JSON.stringify(planned)}'`,
    };
    const settings = `advisors: { supervisor: { agent: sh }, planner: { agent: sh } }\npolicies: { replan: auto }\n`;
    const it = aGitProject(plan, agent, { settings });
    const { code, out } = it.project.reeve("run", "plan.yaml");
    expect(code, out).toBe(0);
    expect(ofType(eventsOf(it.project), "plan_changed").map(({ added }) => added.map(({ id }) => id))).toEqual([["c"]]);
    expect(ofType(eventsOf(it.project), "run_checked").map(({ passed }) => passed)).toEqual([false, true]);
  });
});
