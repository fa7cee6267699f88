/**
 * Trees written by hand, with OTP's defaults filled in:
 *
 *     const tree = defineTree({
 *       id: "root",
 *       strategy: "rest_for_one",
 *       intensity: 3,
 *       periodS: 300,
 *       children: [
 *         { id: "lead" },                                                       // a worker
 *         { id: "crew", template: { id: "hand", restart: "transient" } },       // a pool
 *         { id: "monitors", children: [{ id: "health" }, { id: "budget" }] },   // a supervisor
 *       ],
 *     });
 *
 * The whole tree is checked; mistakes come back as data, all at once. Nothing is started here.
 */
import type { Backoff, Strategy } from "../../../domain/spec/plan.ts";
import type { AutoShutdown, ChildSpec, Intensity, RestartType, SupervisorSpec } from "../../../domain/tree/tree.ts";
import { checkChildSpecs, type SpecError } from "../shape/check-specs.ts";

interface AnyDefinition {
  readonly id: string;
  /** Default `permanent`. */
  readonly restart?: RestartType;
  /** Its final end may shut its supervisor down. Default false. */
  readonly significant?: boolean;
  /** JSON for whoever performs the start. */
  readonly args?: unknown;
}

export interface WorkerDefinition extends AnyDefinition {
  /** Between the polite stop and the kill. Default 5000. */
  readonly graceMs?: number;
}

interface AnySupervisorDefinition extends AnyDefinition {
  /** At most so many restarts within `periodS` seconds. Default 1 in 5. */
  readonly intensity?: Intensity;
  readonly periodS?: number;
  /** Default `never`. */
  readonly autoShutdown?: AutoShutdown;
  /** Default none: restarts happen at once. */
  readonly backoff?: Backoff;
}

export interface SupervisorDefinition extends AnySupervisorDefinition {
  /** Default `one_for_one`. */
  readonly strategy?: Strategy;
  readonly children: readonly ChildDefinition[];
}

/** A `simple_one_for_one` supervisor: empty at first, members are started by `start_child`. */
export interface PoolDefinition extends AnySupervisorDefinition {
  readonly template: ChildDefinition;
}

export type ChildDefinition = WorkerDefinition | SupervisorDefinition | PoolDefinition;

export type DefinedTree =
  | { readonly ok: true; readonly spec: SupervisorSpec }
  | { readonly ok: false; readonly errors: readonly SpecError[] };

/** Fills in OTP's defaults and checks the tree; returns the spec, or every mistake. */
export function defineTree(root: SupervisorDefinition | PoolDefinition): DefinedTree {
  const spec = supervisorSpec(root);
  const errors = checkChildSpecs(spec);
  return errors.length === 0 ? { ok: true, spec } : { ok: false, errors };
}

/** One spec, for `start_child`. */
export function defineChild(child: ChildDefinition): ChildSpec {
  if ("children" in child || "template" in child) return supervisorSpec(child);
  const { id, restart = "permanent", significant = false, ...handedOn } = child;
  return { type: "worker", id, restart, significant, ...handedOn };
}

function supervisorSpec(definition: SupervisorDefinition | PoolDefinition): SupervisorSpec {
  const { id, restart = "permanent", significant = false, autoShutdown = "never" } = definition;
  const { intensity = 1, periodS = 5, backoff, args } = definition;
  const pool = "template" in definition;
  return {
    type: "supervisor",
    id,
    restart,
    significant,
    strategy: pool ? "simple_one_for_one" : (definition.strategy ?? "one_for_one"),
    intensity,
    periodS,
    autoShutdown,
    ...(backoff !== undefined && { backoff }),
    ...(args !== undefined && { args }),
    children: (pool ? [definition.template] : definition.children).map(defineChild),
  };
}
