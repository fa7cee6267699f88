/**
 * An adapter that others wrote, so that a mistake in it costs an attempt and never the run: what it throws becomes a failure
 * of the attempt with the adapter's name, and what it returns is looked at before anybody believes it.
 */
import { FAILURE_CLASSES, type Failure, RESTART_KINDS } from "../../../domain/proof/failure.ts";
import type { Outcome } from "../../../domain/work/outcome.ts";
import { parseResult } from "../../../domain/work/result-schema.ts";
import type { AgentAdapter, AgentEvent, AgentReader, AttemptRequest, Launch } from "./agent-adapter.ts";

/** The exit status of a start that the adapter could not describe: EX_CONFIG of sysexits.h. */
const MISCONFIGURED = 78;

export function guardedAdapter(name: string, adapter: AgentAdapter): AgentAdapter {
  const unstarted = `The adapter ${name} could not say how to start its agent`;
  return {
    ...adapter,
    name,
    launch: (request) => {
      try {
        return checkedLaunch(adapter.launch(request));
      } catch (error) {
        return saying(`${unstarted}: ${wordsOf(error)}`);
      }
    },
    reader: (request) => {
      try {
        return guardedReader(name, adapter.reader(request));
      } catch (error) {
        return once({ type: "note", text: `The adapter ${name} cannot read its agent's output: ${wordsOf(error)}` });
      }
    },
    outcome: (end, request) => {
      if (end.exit.code === MISCONFIGURED && end.err.startsWith(unstarted)) return failed(end.err.trim());
      try {
        return checkedOutcome(adapter.outcome(end, request), request);
      } catch (error) {
        return failed(`The adapter ${name} could not tell how its agent ended: ${wordsOf(error)}`);
      }
    },
  };
}

/** In the place of one that could not be loaded: every attempt says so. */
export function missingAdapter(name: string, why: string): AgentAdapter {
  return {
    name,
    launch: () => saying(why),
    reader: () => ({ read: () => [] }),
    outcome: () => failed(why),
  };
}

function guardedReader(name: string, reader: AgentReader): AgentReader {
  let broken = false;
  return {
    read: (lines, stream) => {
      if (broken) return [];
      try {
        return reader.read(lines, stream).filter(isEvent);
      } catch (error) {
        broken = true;
        return [{ type: "note", text: `The adapter ${name} stopped reading its agent's output: ${wordsOf(error)}` }];
      }
    },
  };
}

function once(event: AgentEvent): AgentReader {
  let told = false;
  return {
    read: () => {
      if (told) return [];
      told = true;
      return [event];
    },
  };
}

/** A program that only says so: the attempt then fails with these words. */
function saying(why: string): Launch {
  return { command: ["sh", "-c", `printf "%s\\n" "$1" >&2; exit ${MISCONFIGURED}`, "reeve", why], env: {}, stdin: "" };
}

function checkedLaunch(launch: Launch): Launch {
  const { command, env, stdin } = launch;
  const isText = (each: unknown): boolean => typeof each === "string" && !each.includes("\0");
  if (!Array.isArray(command) || command.length === 0 || !command.every(isText))
    throw new TypeError("`command` must be a list of texts, the program first");
  if (typeof env !== "object" || env === null || !Object.values(env).every(isText))
    throw new TypeError("`env` must be a mapping of texts");
  if (typeof stdin !== "string") throw new TypeError("`stdin` must be a text");
  return launch;
}

const EVENTS: { readonly [T in AgentEvent["type"]]: readonly string[] } = {
  session: ["id"],
  text: ["text"],
  tool_call: ["name", "input"],
  tool_result: ["name", "text"],
  usage: [],
  note: ["text"],
  retry_notice: ["text"],
};

function isEvent(event: AgentEvent): boolean {
  const texts = Object.hasOwn(EVENTS, event?.type) ? EVENTS[event.type] : null;
  if (texts === null || !texts.every((key) => typeof Reflect.get(event, key) === "string")) return false;
  if (event.type !== "usage") return true;
  const { tokens, usd = 0 } = event.usage;
  return Number.isFinite(tokens) && tokens >= 0 && Number.isFinite(usd) && usd >= 0;
}

/** "Lost" is for Reeve to say: it costs no restart. */
function checkedOutcome(outcome: Outcome, { taskId, advisor }: AttemptRequest): Outcome {
  if (outcome.type === "failed") return { type: "failed", failure: checkedFailure(outcome.failure) };
  if (outcome.type === "stopped" || (outcome.type === "advised" && outcome.role === advisor)) return outcome;
  if (outcome.type !== "done" && outcome.type !== "blocked")
    throw new TypeError("an outcome has a `type`: done, blocked or failed");
  const parsed = parseResult(outcome.result, taskId);
  if (!parsed.ok) throw new TypeError(`its result is not valid: ${parsed.problems.join("; ")}`);
  const { result } = parsed;
  return result.status === "done" ? { type: "done", result } : { type: "blocked", result };
}

function checkedFailure(failure: Failure): Failure {
  const { class: kind, restart, message, evidence } = failure;
  if (!FAILURE_CLASSES.includes(kind)) throw new TypeError(`there is no class of failures ${JSON.stringify(kind)}`);
  if (!RESTART_KINDS.includes(restart)) throw new TypeError(`there is no restart ${JSON.stringify(restart)}`);
  if (typeof message !== "string" || !Array.isArray(evidence) || !evidence.every((each) => typeof each === "string"))
    throw new TypeError("a failure has a `message` and a list of texts as `evidence`");
  return failure;
}

function failed(message: string): Outcome {
  const failure: Failure = { class: "config_error", restart: "terminal", message, evidence: [message] };
  return { type: "failed", failure };
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
