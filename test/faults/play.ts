/** Injects faults in real runs: those of agents share one run, a task each; all others have one of their own. */
import { cleanUp, shellProject } from "../e2e/kit.ts";
import type { AgentFault, Fault, RunFault } from "./fault.ts";
import { askedIn, type Happened } from "./row.ts";
import { Scene, type Told } from "./scene.ts";

/** Whoever fails is not a reason to halt: each task is a fault. Nobody waits long, and nothing is taken for a common cause. */
const PATIENT = `  halt_failed_percent: 100
  malformed_retries: 1
  lost_attempts: 2
  probe_backoff: 1
  patterns: { threshold: 1000 }
  brake: { same_failures: 0, disk_mb: 0, memory_mb: 0 }
  worker: { restarts: 1, within_s: 3600, backoff: none, grace_s: 1 }
`;

/** One run for all of them. */
export async function playAgentFaults(faults: readonly AgentFault[]): Promise<Happened[]> {
  const id = (at: number) => `f${at + 1}`;
  const agentOf = ({ script }: AgentFault) => (script === undefined ? "sh" : "script");
  const tasks = faults.map(
    (fault, at) => `  - { id: ${id(at)}, prompt: Work., agent: ${agentOf(fault)}${fault.task ?? ""} }\n`,
  );
  const scripts = faults.flatMap(({ script }, at) => (script === undefined ? [] : [`  ${id(at)}: ${script}\n`]));
  const cases = faults.map(({ attempts }, at) => [id(at), inTurn(attempts)] as const);
  const project = shellProject(`title: Faults\ntasks:\n${tasks.join("")}`, Object.fromEntries(cases), "", "");
  project.write("script.yaml", `tasks:\n${scripts.join("")}default: [result: {}]\n`);
  project.write(
    "reeve.yaml",
    `max_parallel: 4\nagents:\n  sh: { adapter: command, command: [/bin/sh, ./agent.sh], limits: { output_mb: 1, silence_s: 6, stopped_s: 3, repeats: 20 } }\n  script: { adapter: scripted, script: script.yaml }\npolicies:\n${PATIENT}`,
  );
  const scene = new Scene(project);
  begin(scene);
  await scene.run("plan.yaml");
  const events = scene.events();
  await cleanUp(project);
  return faults.map(({ name }, at) => ofTask(name, id(at), events));
}

function ofTask(name: string, task: string, events: readonly Told[]): Happened {
  const own = events.filter((event) => concerns(event, task));
  const exit = own.some(({ type }) => type === "task_done") ? 0 : 3;
  return { name, events: own, exits: [exit], err: "" };
}

function concerns(event: Told, task: string): boolean {
  if (event.type === "question_asked") return event.question.tasks.includes(task);
  if ("task" in event && event.task === task) return true;
  return "attempt" in event && `${event.attempt}`.startsWith(`${task}.`);
}

async function playRunFault(fault: RunFault): Promise<Happened> {
  const { name, plan, agent, settings = "", files = {} } = fault;
  const project = shellProject(plan, agent, `policies:\n${PATIENT}${settings}`, "");
  // Signs between agents and the test are no writes to the person's checkout.
  project.write(".gitignore", "here-*\ngo\nasked\ncopy/\nagent.mjs\ntool\n");
  for (const [file, text] of Object.entries(files)) project.write(file, text);
  const scene = new Scene(project);
  begin(scene);
  let hasFailed = true;
  try {
    await fault.play(scene);
    hasFailed = false;
    return { name, events: scene.events(), exits: scene.exits, err: scene.err };
  } catch (error) {
    return { name, events: [], exits: scene.exits, err: `${error}` };
  } finally {
    for (const end of scene.over) end();
    await cleanUp(project, hasFailed);
  }
}

function begin({ git }: Scene): void {
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Begin");
}

function inTurn(attempts: readonly string[]): string {
  const cases = attempts.map((steps, at) => `${at + 1 === attempts.length ? "*" : at + 1}) ${steps}\n;;`);
  return `case $REEVE_ATTEMPT in ${cases.join("\n")} esac`;
}

/** What differs from what the fault says, in words; empty: nothing. */
export function differences(fault: Fault, { exits, events, err }: Happened): string[] {
  const asked = askedIn(events);
  const same = exits.length === fault.expect.exits.length && exits.every((code, at) => code === fault.expect.exits[at]);
  return [
    ...(same
      ? []
      : [`${fault.name}: exits ${exits.join(", ")} instead of ${fault.expect.exits.join(", ")} (${err.trim()})`]),
    ...(asked === fault.expect.asked ? [] : [`${fault.name}: asked ${asked} instead of ${fault.expect.asked}`]),
  ];
}

/** So many at once: more would only wait for each other. */
const AT_ONCE = 3;

export async function playRunFaults(faults: readonly RunFault[]): Promise<Happened[]> {
  const todo = [...faults.entries()];
  const done: Happened[] = [];
  const worker = async (): Promise<void> => {
    for (let next = todo.shift(); next; next = todo.shift()) done[next[0]] = await playRunFault(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}
