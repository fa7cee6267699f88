/** `reeve tell`: heard by who works now, where it can hear, and read by all that come after. */
import { expect, it } from "vitest";
import { ASKS, aProject, aShellProject, atWork, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SCRIPTED = "isolation: none\nagents: { actor: { adapter: scripted, script: script.yaml } }\n";

function scripted(steps: string): TestProject {
  return aProject({
    "reeve.yaml": SCRIPTED,
    "plan.yaml": planOf("a"),
    "script.yaml": `default:\n${steps}`,
  });
}

it("an agent at work hears it", async () => {
  const project = scripted("  [say: listening, hear, result: {}]\n");
  const reeve = project.start("run", "plan.yaml", "--json");
  await reeve.line(/"attempt_up"/);
  expect(project.json("tell", "a", "use tabs")).toEqual([
    {
      taken: true,
      told: "sent",
      text: "a: attempt 1 has it in its inbox and reads it while it works; later attempts find it in their prompt.",
    },
  ]);
  expect((await reeve.ended).code).toBe(0);
  expect(project.reeve("logs", "a").out).toContain("heard: use tabs");
  expect(project.reeve("why", "a").out).toContain("is told: use tabs");
});

it("one whose Reeve was killed right after hears it from the next, once", async () => {
  const project = scripted("  [say: listening, hear, say: once, hear, result: {}]\n");
  const first = project.start("run", "plan.yaml", "--json");
  await first.line(/"attempt_up"/);
  first.child.kill("SIGKILL");
  await first.ended;
  expect(project.reeve("tell", "a", "the first").out).toContain("the next `reeve run` takes it first");
  const second = project.start("run", "--json");
  await second.line(/"attempt_told"/);
  second.child.kill("SIGKILL");
  await second.ended;
  const third = project.start("run", "--json");
  await third.line(/"run_opened"/);
  expect(project.reeve("tell", "a", "the second").out).toContain("has it in its inbox");
  expect((await third.ended).code).toBe(0);
  expect(project.reeve("logs", "a").out).toMatch(/heard: the first[\s\S]*once[\s\S]*heard: the second/);
  expect(ofType(eventsOf(project), "attempt_told")).toHaveLength(2);
});

it("an agent that hears nothing while it works is told so to the person, and the next attempt reads it", async () => {
  const steps = `cat > told-$REEVE_ATTEMPT; if [ $REEVE_ATTEMPT = 1 ]; then ${UNTIL_GO.replace(/echo '[^']*'$/, "exit 3")}; else echo '{"status":"done"}'; fi`;
  const project = aShellProject(planOf("a"), { a: steps });
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, "a");
  expect(project.json("tell", "a", "use tabs")).toMatchObject([{ told: "cannot" }]);
  project.write("go", "");
  expect((await reeve.ended).code).toBe(0);
  expect(project.read("told-1")).not.toContain("use tabs");
  expect(project.read("told-2")).toContain("Said by the people you work for:\n- use tabs");
});

it("to a task nobody works on it is kept; to one that is done or unknown, or with nothing to say, it is refused", async () => {
  const plan = planOf("a", "id: b, depends_on: [a]", "c");
  const project = aShellProject(plan, { a: UNTIL_GO, "*": `cat > told-$REEVE_TASK_ID; echo '{"status":"done"}'` });
  const reeve = project.start("run", "plan.yaml");
  await atWork(project, "a");
  await reeve.line(/c: is done/);
  expect(project.reeve("tell", "b", "be brief").out).toBe(
    "No agent is working on b: its next attempt finds it in its prompt.\n",
  );
  expect(project.reeve("tell", "c", "too late")).toMatchObject({ code: 2 });
  expect(project.reeve("tell", "zz", "who?").err).toContain("There is no task zz");
  expect(project.reeve("tell", "a", " ").err).toContain("The message is empty");
  project.write("go", "");
  expect((await reeve.ended).code).toBe(0);
  expect(project.read("told-b")).toContain("- be brief");
});

it("its help has an example", () => {
  expect(aProject().reeve("tell", "--help").out).toContain('reeve tell build-api "keep the old endpoint, too"');
});

it("a key in what is told or answered does not arrive, and the person is warned at once", () => {
  const key = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");
  const project = aShellProject(planOf("a"), { a: ASKS });
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  const told = project.reeve("tell", "a", `use ${key}`);
  expect(told).toMatchObject({ code: 0, err: expect.stringMatching(/the agent reads \[redacted\].*`env`/) });
  expect(project.json("answer", "q1", `the key is ${key}`)).toMatchObject([{ masked: true }]);
  expect(`${told.out}${told.err}`).not.toContain(key);
  expect(project.reeve("tell", "a", "use tabs").err).toBe("");
});
