/**
 * `reeve simulate`: text with cases in, traces out. One case as JSON, or one case per line. What cannot be read is told
 * with file, line and place, and does not keep the other cases from running.
 */
import type { TreeCall, TreeEvent } from "../../../domain/tree/tree.ts";
import { type CaseEnd, type CaseStep, readCase, type SimulationCase } from "./case-format.ts";
import { type SimulationResult, type StepResult, simulateCase } from "./simulate-case.ts";

export type Simulated =
  | { readonly ok: true; readonly value: SimulationResult; readonly of: SimulationCase }
  | { readonly ok: false; readonly what: string };

/** Plays cases in virtual time: one as JSON, or one per line. A case that cannot be read does not stop the others. */
export function simulateLines(text: string, file = "the input"): Simulated[] {
  const whole = parse(text);
  if (whole.ok) return [simulateJson(whole.json, file)];
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), place: `${file}:${i + 1}` }));
  const cases = lines.filter(({ line }) => line !== "");
  if (cases.length === 0) return [{ ok: false, what: `${file} is empty; ${HOW_TO}` }];
  // Of one case that spans many lines no line is a case.
  if (!cases.some(({ line }) => parse(line).ok)) return [notJson(file, whole.why)];
  return cases.map(({ line, place }) => {
    const read = parse(line);
    return read.ok ? simulateJson(read.json, place) : notJson(place, read.why);
  });
}

/** The trace for a person. With the case itself, each step is shown before its result. */
export function renderSimulation(result: SimulationResult, of?: SimulationCase): string[] {
  const name = [result.id || "case", of?.title ?? ""].filter((word) => word !== "").join(" · ");
  return [
    name,
    `  boot → ${asText(result.boot_reply)}`,
    ...result.boot.map(eventLine),
    ...result.steps.flatMap((step, i) => renderStep(step, i, of?.script[i])),
    `  alive: ${result.alive.length === 0 ? "nothing" : result.alive.join(" ")} · root is ${result.root}`,
  ];
}

const HOW_TO = "give one case as JSON, or one case per line";
/** Far beyond any tree; keeps hostile nesting from exhausting the stack. */
const DEPTH_MAX = 500;

type Parsed = { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly why: string };

function parse(text: string): Parsed {
  if (depthOf(text) > DEPTH_MAX) return { ok: false, why: `nested deeper than ${DEPTH_MAX}` };
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : "unreadable" };
  }
}

function simulateJson(json: unknown, place: string): Simulated {
  const read = readCase(json);
  if (!read.ok) return { ok: false, what: `${place}: ${read.mistakes.join("; ")}` };
  return { ok: true, value: simulateCase(read.case), of: read.case };
}

function notJson(place: string, why: string): Simulated {
  return { ok: false, what: `${place}: not JSON (${why}); ${HOW_TO}` };
}

/** At least the depth of nesting; brackets in texts count too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

function renderStep({ events, reply, replies }: StepResult, index: number, step: CaseStep | undefined): string[] {
  const title = `  ${index + 1}. ${step === undefined ? "step" : stepLine(step)}`;
  const items = step?.do === "end" ? (step.while_restarting ?? []) : [];
  return [
    reply === undefined ? title : `${title} → ${asText(reply)}`,
    ...(replies ?? []).map((each, i) => `     meanwhile ${itemLine(items[i])} → ${asText(each)}`),
    ...events.map(eventLine),
  ];
}

function stepLine(step: CaseStep): string {
  return step.do === "advance" ? `advance ${step.ms} ms` : itemLine(step);
}

function itemLine(item: CaseEnd | TreeCall | undefined): string {
  if (item === undefined) return "something";
  if (item.do === "end") return `end ${item.child} ${item.reason}`;
  if (item.do === "start_child") return `start_child ${item.parent}${childName(item.spec)}`;
  return [item.do, item.parent, "id" in item ? item.id : ""].join(" ").trimEnd();
}

function childName(spec: Extract<TreeCall, { do: "start_child" }>["spec"]): string {
  return spec && "id" in spec ? ` ${spec.id}` : "";
}

function eventLine(event: TreeEvent): string {
  return `     ${event.join(" ")}`;
}

function asText(reply: unknown): string {
  return typeof reply === "string" ? reply : JSON.stringify(reply);
}
