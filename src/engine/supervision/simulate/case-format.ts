/**
 * Cases for the simulator, as JSON: a tree and a script of steps. This file reads and checks them; what is wrong is
 * told with its place. OTP's defaults are filled in, so a case written by hand may be short.
 */
import type { Backoff } from "../../../domain/spec/plan.ts";
import type {
  ChildSpec,
  EndReason,
  MemberOverride,
  SupervisorSpec,
  TreeCall,
  TreePath,
} from "../../../domain/tree/tree.ts";
import { type Fields, fields, oneOf, type Place, wrong } from "./json-reader.ts";

export interface SimulationCase {
  readonly id: string;
  readonly title: string;
  readonly tree: SupervisorSpec;
  readonly script: readonly CaseStep[];
}

export type CaseStep =
  | TreeCall
  | { readonly do: "advance"; readonly ms: number }
  | (CaseEnd & { readonly while_restarting?: readonly CaseItem[] });
/** What can arrive between a start that fails and its retry. */
export type CaseItem = TreeCall | CaseEnd;
export interface CaseEnd {
  readonly do: "end";
  readonly child: TreePath;
  readonly reason: EndReason;
}

export type ReadCase =
  | { readonly ok: true; readonly case: SimulationCase }
  /** Each says where and what. */
  | { readonly ok: false; readonly mistakes: readonly string[] };

export function readCase(json: unknown): ReadCase {
  const mistakes: string[] = [];
  // Title, features and expectations are the business of whoever keeps the cases.
  const given = fields(json, { at: "", mistakes }, "any");
  const read: SimulationCase = {
    id: given.text("id", ""),
    title: given.text("title", ""),
    tree: supervisorSpec(fields(given.get("tree"), given.at("tree"), SUPERVISOR_KEYS)),
    script: given.list("script", step),
  };
  return mistakes.length === 0 ? { ok: true, case: read } : { ok: false, mistakes };
}

export type StartResult = "ok" | "error" | "ignore";

/** What the simulated world answers to the successive starts of a child. It travels in the spec's `args`. */
export function startResults(spec: ChildSpec): readonly StartResult[] {
  return (spec.args as readonly StartResult[] | undefined) ?? [];
}

const WORKER_KEYS = ["id", "type", "restart", "significant", "start_results"];
const SUPERVISOR_KEYS = [...WORKER_KEYS, "strategy", "intensity", "period_s", "auto_shutdown", "backoff", "children"];

function childSpec(value: unknown, place: Place): ChildSpec {
  const given = fields(value, place, "any");
  if (given.oneOf("type", ["worker", "supervisor"]) === "supervisor") {
    return supervisorSpec(fields(value, place, SUPERVISOR_KEYS));
  }
  return { type: "worker", ...anySpec(fields(value, place, WORKER_KEYS)) };
}

function supervisorSpec(given: Fields): SupervisorSpec {
  const unlimited = given.get("intensity") === "unlimited";
  return {
    type: given.oneOf("type", ["supervisor"], "supervisor"),
    ...anySpec(given),
    strategy: given.oneOf(
      "strategy",
      ["one_for_one", "one_for_all", "rest_for_one", "simple_one_for_one"],
      "one_for_one",
    ),
    intensity: unlimited ? "unlimited" : given.number("intensity", { min: 0, whole: true, fallback: 1 }),
    periodS: given.number("period_s", { min: 1, whole: true, fallback: 5 }),
    autoShutdown: given.oneOf("auto_shutdown", ["never", "any_significant", "all_significant"], "never"),
    ...(given.has("backoff") && { backoff: backoff(given.get("backoff"), given.at("backoff")) }),
    ...(given.has("start_results") && { asksToStart: true }),
    children: given.list("children", childSpec),
  };
}

function anySpec(given: Fields): Pick<ChildSpec, "id" | "restart" | "significant" | "args"> {
  return {
    id: given.text("id"),
    restart: given.oneOf("restart", ["permanent", "transient", "temporary"], "permanent"),
    significant: given.flag("significant", false),
    ...(given.has("start_results") && { args: given.list("start_results", startResult) }),
  };
}

function startResult(value: unknown, place: Place): StartResult {
  return oneOf(value, place, ["ok", "error", "ignore"]);
}

/** Beyond OTP. */
function backoff(value: unknown, place: Place): Backoff {
  const given = fields(value, place, ["kind", "delay_s", "base_s", "cap_s", "jitter"]);
  const kind = given.oneOf("kind", ["none", "constant", "exponential"]);
  if (kind === "none") return { kind };
  const jitter = given.number("jitter", { min: 0, fallback: 0 });
  if (kind === "constant") return { kind, delayS: given.number("delay_s", { min: 0 }), jitter };
  return { kind, baseS: given.number("base_s", { min: 0 }), capS: given.number("cap_s", { min: 0 }), jitter };
}

const STEPS = [
  "end",
  "start_child",
  "terminate_child",
  "restart_child",
  "delete_child",
  "count_children",
  "which_children",
  "advance",
] as const;

function step(value: unknown, place: Place): CaseStep {
  const given = fields(value, place, "any");
  const kind = STEPS.find((each) => each === given.get("do"));
  if (kind === "advance") return { do: kind, ms: fields(value, place, ["do", "ms"]).number("ms", { min: 0 }) };
  if (kind !== "end" || !given.has("while_restarting")) return item(value, place);
  const { while_restarting: _items, ...plain } = value as Record<string, unknown>;
  return { ...end(fields(plain, place, END_KEYS)), while_restarting: given.list("while_restarting", item) };
}

function item(value: unknown, place: Place): CaseItem {
  const given = fields(value, place, "any");
  const before = place.mistakes.length;
  const kind = given.oneOf("do", STEPS);
  if (place.mistakes.length > before) return NOTHING;
  switch (kind) {
    case "end":
      return end(fields(value, place, END_KEYS));
    case "start_child":
      return startChild(fields(value, place, ["do", "parent", "spec"]));
    case "terminate_child":
    case "restart_child":
    case "delete_child": {
      const call = fields(value, place, ["do", "parent", "id"]);
      return { do: kind, parent: call.text("parent"), id: call.text("id") };
    }
    case "count_children":
    case "which_children":
      return { do: kind, parent: fields(value, place, ["do", "parent"]).text("parent") };
    case "advance":
      wrong(place, "time cannot pass while a child is restarting; make it a step of its own");
      return NOTHING;
  }
}

/** Stands in for an item that cannot be read. */
const NOTHING: CaseItem = { do: "which_children", parent: "" };
const END_KEYS = ["do", "child", "reason"];

function end(given: Fields): CaseEnd {
  return {
    do: "end",
    child: given.text("child"),
    reason: given.oneOf("reason", ["normal", "shutdown", "error", "killed"]),
  };
}

/** A whole spec, or for a pool what the world answers to this member's starts. */
function startChild(given: Fields): TreeCall {
  const call = { do: "start_child", parent: given.text("parent") } as const;
  if (!given.has("spec")) return call;
  const place = given.at("spec");
  const spec = fields(given.get("spec"), place, "any");
  if (spec.has("type") || spec.has("id")) return { ...call, spec: childSpec(given.get("spec"), place) };
  const member = fields(given.get("spec"), place, ["start_results"]);
  if (!member.has("start_results")) return call;
  const override: MemberOverride = { asksToStart: true, args: member.list("start_results", startResult) };
  return { ...call, spec: override };
}
