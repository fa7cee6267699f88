/** The library on real processes: runs that are started, followed, answered, aborted and resumed, and what it refuses. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentAdapter } from "../../src/effects/agents/adapters/agent-adapter.ts";
import { defineFleet, type FleetDefinition } from "../../src/library/define-fleet.ts";
import { openProject } from "../../src/library/open-project.ts";
import { ReeveError } from "../../src/library/reeve-error.ts";
import { readFleet, superviseFleet } from "../../src/library/supervise-fleet.ts";
import { allGone, aProject } from "../e2e/kit.ts";

const DONE = `echo '{"status":"done"}'`;
const ASKS = `if [ -f asked ]; then ${DONE}; else touch asked; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Which?","options":["one","two"]}'; fi`;

function fleetOf(script: string, tasks: readonly string[] = ["a", "b"], more = ""): FleetDefinition {
  const defined = defineFleet({
    config: `isolation: none\nsandbox: off\nagents: { sh: { adapter: command, command: [sh, -c, ${JSON.stringify(script)}] } }\n${more}`,
    plan: JSON.stringify({ title: "Library", tasks: tasks.map((id) => ({ id, prompt: `Do ${id}.` })) }),
  });
  if (!defined.ok) throw new Error(defined.mistakes.map(({ what }) => what).join("; "));
  return defined.value;
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "no error",
    (error: unknown) => (error instanceof ReeveError ? error.code : error),
  );

describe("a run by a program", () => {
  it("is followed from any record, ends with the run, and looks the same to the command", async () => {
    const project = aProject();
    const run = await openProject(project.dir).start(fleetOf(DONE));
    const seen: number[] = [];
    for await (const { seq } of run.events()) seen.push(seq);
    expect(await run.finished).toMatchObject({ type: "ended" });
    expect(seen).toEqual(seen.map((_, index) => index + 1));
    const rest: number[] = [];
    for await (const { seq } of run.events({ from: 4 })) rest.push(seq);
    expect(rest).toEqual(seen.slice(3));
    expect(await run.rested()).toMatchObject({ counts: { done: 2 } });
    expect(project.json("status")).toMatchObject([{ counts: { done: 2 } }]);
    await allGone(project);
  });

  it("is answered while it waits, and refuses nonsense with a code, a sentence and what to do", async () => {
    const project = aProject();
    const run = await openProject(project.dir).start(fleetOf(ASKS, ["a"]), { wait: true });
    for await (const { events } of run.events()) if (events.some(({ type }) => type === "question_asked")) break;
    expect(await run.questions()).toMatchObject([{ question: { id: "q1", options: ["one", "two"] } }]);
    expect(await codeOf(run.answer("q7", "one"))).toBe("unknown_question");
    expect(await codeOf(run.answer("q1", "  "))).toBe("empty_answer");
    expect(await codeOf(run.order({ type: "retry", task: "nobody", because: "x" }))).toBe("unknown_task");
    expect(await codeOf(run.order({ type: "dance" } as never))).toBe("invalid_order");
    expect(await codeOf(run.order({ type: "release" }))).toBe("not_braked");
    await expect(run.answer("q7", "one")).rejects.toMatchObject({
      next: "Ask questions() for those that are open.",
      message: expect.stringContaining("q7"),
    });
    expect(await run.answer("q1", "two")).toMatchObject({ how: "done" });
    expect(await run.finished).toMatchObject({ type: "ended" });
    expect(readFileSync(join(project.dir, ".reeve/runs/r1/attempts/a.2/prompt.txt"), "utf8")).toContain("two");
    await allGone(project);
  });

  it("stops when its signal aborts, leaves no process, and is resumed", async () => {
    const project = aProject();
    const abort = new AbortController();
    const slow = fleetOf(`if [ -f go ]; then ${DONE}; else touch up; exec sleep 600; fi`, ["a"]);
    const run = await openProject(project.dir).start(slow, { signal: abort.signal });
    for await (const { events } of run.events()) if (events.some(({ type }) => type === "attempt_up")) break;
    expect(await codeOf(openProject(project.dir).resume({ run: "r1", fleet: slow }))).toBe("held");
    abort.abort(new Error("enough"));
    await expect(run.finished).rejects.toMatchObject({
      name: "AbortError",
      code: "aborted",
      cause: { message: "enough" },
    });
    await allGone(project);
    writeFileSync(join(project.dir, "go"), "");
    const again = await superviseFleet(slow, { dir: project.dir, run: "r1" });
    expect(again).toMatchObject({ run: "r1", end: { type: "ended" } });
    await allGone(project);
  });

  it("stops also when its signal aborts before anything was opened", async () => {
    const project = aProject();
    const abort = new AbortController();
    const starting = openProject(project.dir).start(fleetOf("exec sleep 600", ["a"]), { signal: abort.signal });
    queueMicrotask(() => queueMicrotask(() => abort.abort()));
    expect(await codeOf(starting.then(({ finished }) => finished))).toBe("aborted");
    await allGone(project);
  });

  it("tells an abort from an end to whoever follows", async () => {
    const project = aProject();
    const run = await openProject(project.dir).start(fleetOf("exec sleep 600", ["a"]));
    const abort = new AbortController();
    const following = (async () => {
      for await (const _ of run.events({ signal: abort.signal }));
    })();
    abort.abort();
    expect(await codeOf(following)).toBe("aborted");
    expect(await run.stop()).toMatchObject({ how: "done" });
    expect(await run.finished).toMatchObject({ type: "stopped" });
    await allGone(project);
  });
});

describe("what cannot be", () => {
  it("is an error at once, and nothing waits", async () => {
    const { dir } = aProject();
    const project = openProject(dir);
    const fleet = fleetOf(DONE);
    expect(await codeOf(project.run("r9"))).toBe("no_run");
    expect(await codeOf(project.run())).toBe("no_run");
    expect(await codeOf(project.resume({ run: "r9", fleet }))).toBe("no_run");
    expect(await codeOf(superviseFleet(fleet, { dir, run: "r9" }))).toBe("no_run");
    expect(await codeOf(readFleet(dir, "r9"))).toBe("no_run");
    expect(await readFleet(dir)).toBeNull();
    expect(await codeOf(project.start(fleet, { signal: AbortSignal.abort() }))).toBe("aborted");
    expect(await project.runs()).toEqual([]);
    const nowhere = join(dir, "nowhere");
    const calls = [
      openProject(nowhere).start(fleet),
      openProject(nowhere).runs(),
      openProject(nowhere).resume(),
      superviseFleet(fleet, { dir: nowhere }),
      readFleet(nowhere),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe("no_folder");
    expect(existsSync(nowhere)).toBe(false);
  });

  it("mistakes of both texts come at once, also where the configuration cannot be read", () => {
    const defined = defineFleet({ config: "agents: {", plan: "tasks: [{ id: a, depends_on: [b], prompt: x }]" });
    expect(defined.ok ? [] : defined.mistakes.map(({ file }) => file)).toEqual(["reeve.yaml", "plan.yaml"]);
  });

  it("a plan that has nothing of the run is refused, and the run stays as it was", async () => {
    const { dir } = aProject();
    await superviseFleet(fleetOf("exit 1", ["a"], "policies: { worker: { restarts: 0 } }"), { dir });
    expect(await codeOf(superviseFleet(fleetOf(DONE, ["z"]), { dir, run: "r1" }))).toBe("plan_changed");
  });
});

describe("an adapter of one's own", () => {
  const config =
    "isolation: none\nsandbox: off\nagents: { mine: { adapter: own:mine, command: [sh, -c, 'echo hello'] } }";
  const define = (): FleetDefinition => {
    const defined = defineFleet({ config, plan: "tasks: [{ id: a, prompt: Do it. }]" });
    if (!defined.ok) throw new Error("has mistakes");
    return defined.value;
  };
  const mine: AgentAdapter = {
    name: "mine",
    launch: ({ agent }) => ({ command: agent.command, env: {}, stdin: "" }),
    reader: () => ({ read: (lines) => lines.map((text) => ({ type: "text", text })) }),
    outcome: (end, { taskId }) => ({
      type: "done",
      result: { status: "done", task_id: taskId, decisions: [end.out.trim()] } as never,
    }),
  };

  it("that nobody registered is a mistake before anything starts", async () => {
    const { dir } = aProject();
    const refused = openProject(dir).start(define());
    await expect(refused).rejects.toMatchObject({ code: "mistakes", message: expect.stringContaining("own:mine") });
    expect(existsSync(join(dir, ".reeve/runs"))).toBe(false);
  });

  it("works the task", async () => {
    const { dir } = aProject();
    const { end } = await superviseFleet(define(), { dir, adapters: { mine } });
    expect(end.state.tasks.get("a")).toMatchObject({ status: "done" });
  });

  it.each([
    ["launch", "could not say how to start its agent: out of stones"],
    ["outcome", "could not tell how its agent ended: out of stones"],
  ])("whose %s throws costs its attempt, never the run", async (part, sentence) => {
    const { dir } = aProject();
    const broken = {
      ...mine,
      [part]: () => {
        throw new Error("out of stones");
      },
    };
    const { end } = await superviseFleet(define(), { dir, adapters: { mine: broken } });
    expect(end.type).toBe("needs_person");
    expect(JSON.stringify([...end.state.questions.open.values()])).toContain(sentence);
  });

  it("that claims a result which is none is not believed", async () => {
    const { dir } = aProject();
    const liar: AgentAdapter = { ...mine, outcome: () => ({ type: "done", result: {} as never }) };
    const { end } = await superviseFleet(define(), { dir, adapters: { mine: liar } });
    expect(end.state.tasks.get("a")?.status).not.toBe("done");
  });
});
