import { describe, expect, it } from "vitest";
import type { SupervisorAction } from "../../../domain/work/role-answers.ts";
import { advisors, asked, countOf, refusals, says, UNKNOWN } from "../../../testing/advised-run.ts";
import { given, type TaskSketch } from "../../../testing/given.ts";
import { done } from "../../../testing/outcomes.ts";
import { orderOf } from "../../attempt/react.ts";

const tiers = [
  { name: "low", model: "acme-small-1" },
  { name: "mid", model: "acme-middle-1" },
  { name: "high", model: "acme-large-1" },
];
const settings = {
  advisors: { supervisor: advisors.supervisor },
  agents: { agent: { minutes: 60, parallel: 9, tiers } },
};

function advised(action: Partial<SupervisorAction>, tasks: readonly (TaskSketch | string)[] = ["a"]) {
  const run = given({ tasks, settings }).ends("a.1", UNKNOWN);
  return run.ends("@supervisor-1.1", says({ task_id: "a", action: "retry", reason: "so it seems", ...action }));
}

describe("new_model", () => {
  it.each([
    ["a tier", "high", "acme-large-1"],
    ["the model of a tier", "acme-middle-1", "acme-middle-1"],
    ["a word that one of them has", "Large", "acme-large-1"],
    ["any other model", "other/model-2:latest", "other/model-2:latest"],
  ])("reaches the next attempt as %s", (_name, wanted, model) => {
    const run = advised({ action: "retry_escalated", new_model: wanted });
    expect(orderOf(run.state, "a.2").model).toBe(model);
    expect(run.task("a").counts.retries).toBe(1);
  });

  it("reaches it whatever the action is, and stays for those after it", () => {
    const run = advised({ action: "retry_dependency", upstream: "b", new_model: "high" }, ["a", "b"]);
    run.ends("b.1", done("b"));
    expect(orderOf(run.state, "a.2").model).toBe("acme-large-1");
  });

  it("that is no name of a model is refused, and a person is asked", () => {
    const run = advised({ action: "retry_escalated", new_model: "--dangerous; rm -rf" });
    expect(refusals(run)).toEqual(['"--dangerous; rm -rf" is no name of a model']);
    expect(asked(run)).toEqual(["unknown_failure"]);
  });

  it("is raised above where it was a tier, and is the end of the ladder where it was none", () => {
    const mid = advised({ action: "retry_escalated", new_model: "mid" });
    mid.ends("a.2", UNKNOWN).ends("@supervisor-2.1", says({ task_id: "a", action: "retry_escalated", reason: "more" }));
    expect(orderOf(mid.state, "a.3").model).toBe("acme-large-1");
    const own = advised({ action: "retry_escalated", new_model: "other" });
    own.ends("a.2", UNKNOWN).ends("@supervisor-2.1", says({ task_id: "a", action: "retry_escalated", reason: "more" }));
    expect(refusals(own)).toEqual(["there is no higher tier for a"]);
  });
});

describe("additional_context", () => {
  const told = { additional_context: "Look into ledger.md first." };

  it.each(["retry", "retry_escalated"] as const)(
    "of %s is in the next prompt, with what was found before",
    (action) => {
      const run = advised({ action, ...told });
      expect(orderOf(run.state, "a.2").prompt).toContain("Look into ledger.md first.");
    },
  );

  it.each(["retry_dependency", "reorder"] as const)(
    "of %s is in the prompt once what it waits for is done",
    (action) => {
      const run = advised({ action, upstream: "b", ...told }, ["a", "b"]).ends("b.1", done("b"));
      expect(orderOf(run.state, "a.2").prompt).toContain("Look into ledger.md first.");
    },
  );

  it("of fix_root_cause is in the prompt of the fix, and of the task after it", () => {
    const run = advised({ action: "fix_root_cause", ...told });
    expect(orderOf(run.state, "fix-1.1").prompt).toContain("Look into ledger.md first.");
    run.ends("fix-1.1", done("fix-1"));
    expect(orderOf(run.state, "a.2").prompt).toContain("Look into ledger.md first.");
  });

  it("of escalate is shown with the question, and in the prompt after its answer", () => {
    const run = advised({ action: "escalate", human_question: "Which one?", ...told });
    const [question] = run.state.questions.open.values();
    expect(question).toMatchObject({ text: "Which one?", because: { evidence: ["Look into ledger.md first."] } });
    run.when({ type: "answer", question: question?.id ?? "", text: "the first" });
    expect(orderOf(run.state, "a.2").prompt).toContain("Look into ledger.md first.");
  });

  it("of skip reaches those that proceed without it", () => {
    const tasks = [
      { id: "a", files: ["src/a.ts"] },
      { id: "b", files: ["src/b.ts"], dependsOn: ["a"] },
    ];
    const run = advised({ action: "skip", ...told }, tasks);
    expect(orderOf(run.state, "b.1").prompt).toMatch(/a, which this was to come after, was skipped[\s\S]*ledger\.md/);
  });
});

describe("skip", () => {
  it("looks at each dependant for itself: whoever needs a file of it ends with it, the others proceed", () => {
    const tasks = [
      { id: "a", files: ["src/store.ts"] },
      { id: "uses", files: ["src/api.ts"], prompt: "Read all users from src/store.ts.", dependsOn: ["a"] },
      { id: "says", files: ["src/page.ts"], prompt: "Show what is in the store.", dependsOn: ["a"] },
      { id: "shares", files: ["src/store.ts"], prompt: "Tidy up.", dependsOn: ["a"] },
      { id: "free", files: ["docs/guide.md"], prompt: "Write the guide.", dependsOn: ["a"] },
      { id: "after", files: ["src/late.ts"], prompt: "Write late things.", dependsOn: ["uses"] },
    ];
    const run = advised({ action: "skip" }, tasks);
    const status = (id: string) => run.task(id).status;
    expect(["a", "uses", "says", "shares"].map(status)).toEqual(["skipped", "skipped", "skipped", "skipped"]);
    expect(["free", "after"].map(status)).toEqual(["working", "working"]);
    expect(countOf(run, "task_skipped")).toBe(4);
    for (const id of ["free", "after"]) run.ends(`${id}.1`, done(id)).verified(`${id}.1`);
    expect(run.then().at(-1)).toMatchObject({ type: "run_ended" });
  });

  it("ends a dependant where nothing is known of what it would have made", () => {
    expect(advised({ action: "skip" }, ["a", { id: "b", dependsOn: ["a"] }]).task("b").status).toBe("skipped");
  });

  it("that is taken back by a person leaves alone who went on without it", () => {
    const tasks = [{ id: "a", files: ["src/a.ts"] }, { id: "b", files: ["src/b.ts"], dependsOn: ["a", "c"] }, "c"];
    const run = advised({ action: "skip" }, tasks).when({
      type: "retry",
      task: "a",
      because: "it is needed after all",
    });
    expect(run.task("a").attempt).toBe("a.2");
    run.ends("a.2", done("a"));
    expect(run.task("b")).toMatchObject({ status: "waiting", unmet: 1 });
    run.ends("c.1", done("c"));
    expect(run.task("b").attempt).toBe("b.1");
  });

  it("of what a contract promises ends whoever names it", () => {
    const entity = {
      name: "Orders",
      type: "database",
      path: "db.sql",
      table: "orders",
      keyFields: [],
      createdByTask: "a",
    } as const;
    const tasks = ["a", { id: "b", prompt: "Sum up all orders.", dependsOn: ["a"] }, { id: "c", dependsOn: ["a"] }];
    const run = given({ tasks, settings, contract: { entities: [entity], coreQueries: [] } }).ends("a.1", UNKNOWN);
    run.ends("@supervisor-1.1", says({ task_id: "a", action: "skip", reason: "not now" }));
    expect(run.task("b").status).toBe("skipped");
    expect(run.task("c").status).toBe("working");
  });
});
