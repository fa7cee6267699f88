/**
 * The scripted agent's script: YAML text → steps per task and attempt, or every mistake with its place. Pure; what a
 * step does is in `scripted-agent.ts`.
 *
 *   tasks:
 *     build:                                    # a task's id
 *       - [say: trying, crash]                  # its first attempt
 *       - [say: again, sleep: 0.1, result: {}]  # its second; the last one repeats
 *   default: [say: done, result: {}]            # one list of steps stands for every attempt
 */
import type { Checked } from "../../../config/mistakes/mistake.ts";
import { openSource, type Path, type Report } from "../../../config/yaml/open-source.ts";
import type { FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import * as kinds from "./script-fields.ts";
import { readFields, readKind, tellUnknown } from "./script-fields.ts";

export type Step =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "write"; readonly path: string; readonly text: string }
  /** Both sides of a conflict stay, one after the other. */
  | { readonly do: "resolve"; readonly path: string }
  | { readonly do: "sleep"; readonly seconds: number }
  | { readonly do: "tool"; readonly name: string; readonly input: unknown; readonly output: string }
  | { readonly do: "usage"; readonly tokens: number; readonly usd?: number }
  | FailStep
  | { readonly do: "hang" }
  /** Waits until it is told something, and says what. */
  | { readonly do: "hear" }
  | { readonly do: "crash"; readonly signal: string }
  | { readonly do: "spin"; readonly tool: string; readonly everyS: number; readonly times: number | null }
  | { readonly do: "exit"; readonly code: number }
  /** Text is written as it is: a way to a malformed result. */
  | { readonly do: "result"; readonly result: kinds.Mapping | string };

export interface FailStep {
  readonly do: "fail";
  readonly message: string;
  readonly code: number;
  readonly class: FailureClass;
  readonly restart: RestartKind;
}

export interface Script {
  /** Task → attempt → steps. */
  readonly tasks: Readonly<Record<string, readonly (readonly Step[])[]>>;
  readonly default: readonly (readonly Step[])[];
}

const LENGTH_MAX = 1_000_000;
const EMPTY_HINT = "write `default: [say: hello, result: {}]`";

export function parseScript(source: string, file: string): Checked<Script> {
  const opened = openSource(source, file, { lengthMax: LENGTH_MAX, emptyHint: EMPTY_HINT });
  if (!opened.ok) return { ok: false, mistakes: opened.mistakes, warnings: [] };
  const { value, report } = opened;
  const fields = readFields(value, [], { tasks: kinds.mapping, default: kinds.list }, report);
  const tasks: Record<string, Step[][]> = Object.create(null);
  for (const [task, attempts] of Object.entries(fields.tasks ?? {})) {
    tasks[task] = readAttempts(attempts, ["tasks", task], report);
  }
  const others = fields.default === undefined ? [] : readAttempts(fields.default, ["default"], report);
  return report.finish(() => ({ tasks, default: others }));
}

/** What a task's attempt does; undefined when the script has nothing for it. */
export function stepsFor(script: Script, task: string, attempt: number): readonly Step[] | undefined {
  const attempts = script.tasks[task] ?? script.default;
  return attempts[Math.min(attempt, attempts.length) - 1];
}

function readAttempts(value: unknown, path: Path, report: Report): Step[][] {
  if (!kinds.list.is(value) || value.length === 0) {
    report.mistake(path, "there are no steps here", "write a list of steps, or one list of steps per attempt");
    return [];
  }
  if (!value.every(kinds.list.is)) return [readSteps(value, path, report)];
  return value.map((steps, at) => readSteps(steps, [...path, at], report));
}

function readSteps(value: readonly unknown[], path: Path, report: Report): Step[] {
  return value.map((step, at) => readStep(step, [...path, at], report)).filter((step) => step !== undefined);
}

/** `name: argument`, or the name alone. */
function readStep(value: unknown, path: Path, report: Report): Step | undefined {
  if (kinds.text.is(value)) return readNamed(value, undefined, path, report);
  const entries = kinds.mapping.is(value) ? Object.entries(value) : [];
  const [entry] = entries;
  if (entry && entries.length === 1) return readNamed(entry[0], entry[1] ?? undefined, [...path, entry[0]], report);
  report.mistake(path, "this is not a step", `a step is one of ${NAMES.join(", ")}, with its value after a colon`);
  return undefined;
}

function readNamed(name: string, argument: unknown, path: Path, report: Report): Step | undefined {
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) tellUnknown("step", name, NAMES, path, report);
  return read?.(argument, path, report);
}

type ReadStep = (value: unknown, path: Path, report: Report) => Step | undefined;

const READERS: Readonly<Record<string, ReadStep>> = {
  say: single(kinds.text, (text) => ({ do: "say", text })),
  write: (value, path, report) => {
    const fields = readFields(value, path, { path: kinds.text, text: kinds.text }, report);
    return fields.path === undefined
      ? missing("path", path, report)
      : { do: "write", path: fields.path, text: fields.text ?? "" };
  },
  resolve: single(kinds.text, (path) => ({ do: "resolve", path })),
  sleep: single(kinds.amount, (seconds) => ({ do: "sleep", seconds })),
  tool: (value, path, report) => {
    const shape = { name: kinds.text, input: kinds.anything, output: kinds.text };
    const { name, input = {}, output = "" } = readFields(value, path, shape, report);
    return name === undefined ? missing("name", path, report) : { do: "tool", name, input, output };
  },
  usage: (value, path, report) => {
    const { tokens = 0, usd } = readFields(value, path, { tokens: kinds.amount, usd: kinds.amount }, report);
    return usd === undefined ? { do: "usage", tokens } : { do: "usage", tokens, usd };
  },
  fail: readFail,
  hang: () => ({ do: "hang" }),
  hear: () => ({ do: "hear" }),
  crash: single(kinds.signalName, (signal) => ({ do: "crash", signal }), "SIGKILL"),
  spin: (value = {}, path, report) => {
    const shape = { tool: kinds.text, every_s: kinds.amount, times: kinds.amount };
    const { tool = "search", every_s = 0.05, times = null } = readFields(value, path, shape, report);
    return { do: "spin", tool, everyS: every_s, times };
  },
  exit: single(kinds.exitCode, (code) => ({ do: "exit", code }), 0),
  result: single(kinds.result, (result) => ({ do: "result", result }), {}),
};

const NAMES = Object.keys(READERS);

function readFail(value: unknown, path: Path, report: Report): FailStep {
  const given = kinds.text.is(value) ? { message: value } : (value ?? {});
  const shape = { message: kinds.text, code: kinds.exitCode, class: kinds.failureClass, restart: kinds.restartKind };
  const fields = readFields(given, path, shape, report);
  const { message = "failed as scripted", code = 1, class: failure = "crash", restart = "transient" } = fields;
  return { do: "fail", message, code, class: failure, restart };
}

function single<T>(kind: kinds.Kind<T>, build: (value: T) => Step, fallback?: T): ReadStep {
  return (value = fallback, path, report) => {
    const fitting = readKind(kind, value, path, report);
    return fitting === undefined ? undefined : build(fitting);
  };
}

function missing(key: string, path: Path, report: Report): undefined {
  report.mistake(path, `\`${key}\` is missing`, `add \`${key}: …\``);
}
