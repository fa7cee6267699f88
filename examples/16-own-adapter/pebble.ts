/**
 * An adapter for Pebble, an agent that does not exist: `pebble --json` reads its prompt from standard input, prints one JSON
 * object per line, and ends. Only types are imported, so it loads wherever Reeve is installed.
 */
import type { AdapterKit, AgentAdapter, AgentEvent, AttemptEnd, AttemptRequest, Failure, Outcome } from "reeve";

/** Reeve hands over what reads results and failures: the same for all adapters. */
export const adapter = ({ readOutcome, classifyEnd }: AdapterKit): AgentAdapter => ({
  name: "pebble",
  // Found in PATH where `command` names nothing.
  program: "pebble",

  // 1. How it is started. No shell reads this; the prompt goes to its standard input.
  launch: ({ agent, prompt, model, session }) => ({
    command: [
      ...(agent.command.length > 0 ? agent.command : ["pebble"]),
      "--json",
      "--yes-to-all", // nobody is there to be asked
      ...(model === undefined ? [] : ["--model", model]),
      ...(session === undefined ? [] : ["--resume", session]),
    ],
    env: { PEBBLE_NO_UPDATE: "1" },
    stdin: prompt,
  }),

  // 2. What its lines mean while it works.
  reader: () => ({ read: (lines, stream) => (stream === "err" ? [] : lines.flatMap(eventsIn)) }),

  // 3. What its end means: its last word AND its exit status AND the result it left.
  outcome: (end, request) => {
    const last = end.out
      .split("\n")
      .map(parsed)
      .findLast((line) => line["kind"] === "finished" || line["kind"] === "error");
    if (last?.["kind"] !== "finished") return failed(failureOf(last, end, request, classifyEnd));
    return readOutcome({ ...end, out: text(last["answer"]) }, request);
  },
});

function eventsIn(line: string): readonly AgentEvent[] {
  const said = parsed(line);
  switch (said["kind"]) {
    case "hello":
      return [{ type: "session", id: text(said["session"]) }];
    case "says":
      return [{ type: "text", text: text(said["words"]) }];
    case "uses":
      return [{ type: "tool_call", name: text(said["tool"]), input: JSON.stringify(said["with"] ?? {}) }];
    case "waits":
      return [{ type: "retry_notice", text: text(said["why"]) }];
    case "cost":
      // What was used since the last such line; an agent that tells totals needs the difference.
      return [{ type: "usage", usage: { tokens: Number(said["tokens"]) || 0 } }];
    default:
      return [];
  }
}

/** What the agent names by itself comes first; words are for the classifier; without a last word it crashed. */
function failureOf(
  last: Line | undefined,
  end: AttemptEnd,
  request: AttemptRequest,
  classifyEnd: AdapterKit["classifyEnd"],
): Failure {
  const message = text(last?.["message"]) || "Pebble ended before its turn was over.";
  const evidence = [message, `exit ${end.exit.code}`];
  if (last?.["status"] === 401) return { class: "auth", restart: "terminal", message, evidence };
  const crash: Failure = { class: "crash", restart: "transient", message, evidence };
  return classifyEnd({ ...end, out: message }, request, crash);
}

function failed(failure: Failure): Outcome {
  return { type: "failed", failure };
}

type Line = Readonly<Record<string, unknown>>;

/** An agent wrote it: whatever is not what was hoped for reads as nothing. */
function parsed(line: string): Line {
  try {
    return Object(JSON.parse(line)) as Line;
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 4_096) : "";
}
