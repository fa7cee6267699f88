/**
 * The scripted agent: a real process that follows a YAML file. For demonstrations and tests. The script is named by the
 * option `script`; errors in it end the attempt as a mistake in the configuration, told with file and line.
 */
import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Failure } from "../../../domain/proof/failure.ts";
import type { Outcome } from "../../../domain/work/outcome.ts";
import type { AgentAdapter, AgentEvent, AttemptEnd, AttemptRequest } from "../adapters/agent-adapter.ts";
import { lastLines, readOutcome } from "../adapters/read-outcome.ts";
import { SCRIPT_ERROR, type ScriptedLine } from "./scripted-lines.ts";

export const scriptedAdapter: AgentAdapter = {
  name: "scripted",
  steerable: true,
  launch: ({ agent, taskId, number, prompt, session, workspace, project = workspace }) => {
    const script = agent.options["script"];
    const args = [script === undefined ? "" : resolve(project, script), taskId, String(number)];
    if (session !== undefined) args.push(session);
    return { command: [process.execPath, programFile(), ...args], env: {}, stdin: prompt };
  },
  reader: () => ({
    read: (lines, stream) => (stream === "err" ? [] : lines.map(parseLine).filter((line) => isEvent(line))),
  }),
  outcome: scriptedOutcome,
  said: ({ out }) => textOf(out.split("\n").map(parseLine)),
};

/** The same extension as this file: `.ts` in development, `.js` when built. */
function programFile(): string {
  const extension = extname(fileURLToPath(import.meta.url));
  return fileURLToPath(new URL(`./scripted-agent${extension}`, import.meta.url));
}

function scriptedOutcome(end: AttemptEnd, request: AttemptRequest): Outcome {
  if (end.exit.code === SCRIPT_ERROR) return { type: "failed", failure: scriptFailure(end) };
  const lines = end.out.split("\n").map(parseLine);
  const failure = lines.findLast((line) => line?.type === "failure");
  if (failure?.type === "failure" && end.exit.code !== 0) {
    const { class: kind, restart, message } = failure;
    return { type: "failed", failure: { class: kind, restart, message, evidence: lastLines(end.err) } };
  }
  // Its events are no result; what it said may hold one, as with any program.
  return readOutcome({ ...end, out: textOf(lines) }, request);
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => (line?.type === "text" ? line.text : "")).join("\n");
}

function scriptFailure({ err }: AttemptEnd): Failure {
  const evidence = lastLines(err);
  const message = `The agent's script cannot be used: ${evidence[0] ?? "it says nothing"}`;
  return { class: "config_error", restart: "terminal", message, evidence };
}

type Line = AgentEvent | ScriptedLine | undefined;

/** It is our own program that prints these lines, but under the agent's name: no more than their type is believed. */
function parseLine(line: string): Line {
  if (!line.startsWith('{"type":"')) return undefined;
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

const EVENTS = ["session", "text", "tool_call", "tool_result", "usage", "retry_notice"];

function isEvent(line: Line): line is AgentEvent {
  return line !== undefined && EVENTS.includes(line.type);
}
