/**
 * The scripted agent itself: `scripted-agent SCRIPT TASK ATTEMPT [SESSION]`. A real process that does what its script
 * says and prints one JSON event per line. For demonstrations and tests; it needs no key and no network.
 */
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatMistake } from "../../../config/mistakes/mistake.ts";
import { never } from "../../../domain/bug.ts";
import { makeFolderSync } from "../../files/make-folder.ts";
import type { AgentEvent } from "../adapters/agent-adapter.ts";
import { DRIVER_ENV } from "../drivers/driver-lines.ts";
import { followInbox } from "../drivers/inbox.ts";
import { parseScript, type Step, stepsFor } from "./script.ts";
import { SCRIPT_ERROR, type ScriptedLine } from "./scripted-lines.ts";

const [scriptFile = "", task = "", attempt = "1", session] = process.argv.slice(2);
const steps = readSteps();
const inbox = followInbox(process.env[DRIVER_ENV.inbox], new AbortController().signal);
emit({ type: "session", id: session ?? `scripted-${task}-${attempt}` });
for (const step of steps) await perform(step);

async function perform(step: Step): Promise<void> {
  switch (step.do) {
    case "say":
      return emit({ type: "text", text: step.text });
    case "write":
      makeFolderSync(dirname(step.path));
      return writeFileSync(step.path, step.text);
    case "resolve":
      return resolveConflict(step.path);
    case "sleep":
      return sleep(step.seconds * 1_000);
    case "tool":
      return callTool(step.name, step.input, step.output);
    case "usage": {
      const { tokens, usd } = step;
      return emit({ type: "usage", usage: usd === undefined ? { tokens } : { tokens, usd } });
    }
    case "fail":
      emit({ type: "failure", class: step.class, restart: step.restart, message: step.message });
      writeSync(2, `${step.message}\n`);
      return process.exit(step.code);
    case "hear":
      return hear();
    case "hang":
      return untilKilled();
    case "crash":
      process.kill(process.pid, step.signal);
      return untilKilled();
    case "spin":
      return spin(step);
    case "exit":
      return process.exit(step.code);
    case "result":
      return writeResult(step.result);
    default:
      return never(step, "step");
  }
}

async function hear(): Promise<void> {
  const awake = setInterval(() => {}, 1_000_000);
  const { value } = await inbox.next();
  clearInterval(awake);
  if (value?.type === "steer") emit({ type: "text", text: `heard: ${value.text}` });
}

function resolveConflict(path: string): void {
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, lines.filter((line) => !/^(<{7} .*|={7}|>{7} .*)$/.test(line)).join("\n"));
}

function callTool(name: string, input: unknown, output: string): void {
  emit({ type: "tool_call", name, input: JSON.stringify(input) });
  emit({ type: "tool_result", name, ok: true, text: output });
}

/** The same call again and again, with nothing to show for it. */
async function spin({ tool, everyS, times }: Extract<Step, { do: "spin" }>): Promise<void> {
  for (let call = 0; times === null || call < times; call += 1) {
    callTool(tool, { query: "the same as before" }, "nothing new");
    await sleep(everyS * 1_000);
  }
}

function writeResult(result: Extract<Step, { do: "result" }>["result"]): void {
  const text = typeof result === "string" ? result : JSON.stringify({ status: "done", task_id: task, ...result });
  writeFileSync(process.env["REEVE_RESULT"] ?? "result.json", text);
}

/** Written at once, so that nothing is lost when the next step is a crash. */
function emit(line: AgentEvent | ScriptedLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function untilKilled(): Promise<never> {
  setInterval(() => {}, 1_000_000);
  return new Promise<never>(() => {});
}

function readSteps(): readonly Step[] {
  const script = parseScript(readScript(), scriptFile);
  if (!script.ok) return refuse(script.mistakes.map(formatMistake).join("\n"));
  const found = stepsFor(script.value, task, Number(attempt));
  return (
    found ?? refuse(`${scriptFile} has no steps for the task ${task} — add it under \`tasks\`, or add a \`default\``)
  );
}

function readScript(): string {
  if (scriptFile === "") return refuse("the scripted agent has no script — set `script` for this agent in reeve.yaml");
  try {
    return readFileSync(scriptFile, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`${scriptFile} cannot be read (${reason}) — check \`script\` of this agent in reeve.yaml`);
  }
}

function refuse(sentence: string): never {
  writeSync(2, `${sentence}\n`);
  process.exit(SCRIPT_ERROR);
}
