/** One run, for programs: how it stands, what it asks, what happens in it, and orders to it. The same use cases the command has. */
import { land } from "../app/deliver/land.ts";
import type { FleetView } from "../app/look/fleet-view.ts";
import { type InboxItem, openQuestions } from "../app/look/questions.ts";
import { readStatus } from "../app/look/status.ts";
import { giveOrder, type OrderGiven } from "../app/orders/give-order.ts";
import { resumeRun } from "../app/orders/resume-run.ts";
import { stopRun } from "../app/orders/stop-run.ts";
import { refuseAgents } from "../app/person/refuse-agents.ts";
import type { Project } from "../app/project/project.ts";
import { stateOf } from "../app/project/records.ts";
import type { World } from "../app/world.ts";
import type { Config } from "../domain/spec/config.ts";
import type { RunRecord } from "../runtime/run/run-rules.ts";
import { type Order, orderInput, orderSchema } from "../views/web/server/orders.ts";
import { type EventsOptions, followRun } from "./follow-run.ts";
import { asError, orThrow, ReeveError, throwIfAborted } from "./reeve-error.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** What became of an order. */
export interface OrderResult {
  /**
   * done: the Reeve that works on the run has taken it. waits: none works on it; the next one takes it first. late: one works
   * on it and has not taken it yet; it will. needless: there was nothing to resume.
   */
  readonly how: OrderGiven["how"];
  /** What the engine says of it beside that it is taken. */
  readonly answer?: OrderGiven["answer"];
}

/** Every call rejects with a `ReeveError`. */
export interface ReeveRun {
  readonly id: string;
  view(options?: CallOptions): Promise<FleetView>;
  /** The most urgent first. */
  questions(options?: CallOptions): Promise<readonly InboxItem[]>;
  /** Every record from `from` on, then new ones as they come, until nobody is working on the run. */
  events(options?: EventsOptions): AsyncIterableIterator<RunRecord>;
  /** Resolves with the run's state when nobody is working on it. */
  rested(options?: CallOptions): Promise<FleetView>;
  order(order: Order, options?: CallOptions): Promise<OrderResult>;
  /** The number of an option stands for its text. */
  answer(question: string, text: string, options?: CallOptions): Promise<OrderResult>;
  /** Stops the run; it can be resumed. If nobody is working on it, ends the agents that are left. */
  stop(options?: CallOptions): Promise<OrderResult>;
}

/** `config`: of a run whose configuration stands in no file. */
export function runHandle(world: World, project: Project, id: string, config?: Config): ReeveRun {
  const view = async ({ signal }: CallOptions = {}): Promise<FleetView> => {
    throwIfAborted(signal);
    return orThrow(await readStatus(project, id)).view;
  };
  const order = async (given: Order, { signal }: CallOptions = {}): Promise<OrderResult> => {
    throwIfAborted(signal);
    return giveTo(world, project, id, given, config);
  };
  return {
    id,
    view,
    order,
    questions: async ({ signal } = {}) => {
      throwIfAborted(signal);
      return orThrow(await openQuestions(project, id, Date.now()));
    },
    events: (options) => followRun(project, id, options),
    rested: async (options = {}) => {
      await view(options);
      const { head } = await stateOf(project, id);
      for await (const _record of followRun(project, id, { ...options, from: head.seq + 1 }));
      return view(options);
    },
    answer: (question, text, options) => order({ type: "answer", question, text }, options),
    stop: (options) => order({ type: "stop" }, options),
  };
}

async function giveTo(world: World, project: Project, run: string, given: Order, config?: Config) {
  const read = orderSchema.safeParse(given);
  if (!read.success) throw new ReeveError("invalid_order", invalidText(given, read.error.issues));
  const order = read.data;
  const now = Date.now();
  const inside = await refuseAgents(project, { command: `order ${order.type}`, now });
  if (inside) throw asError(inside.refusal);
  if (order.type === "resume") return asResult(orThrow(await resumeRun(project, { run, now })).given);
  if (order.type === "stop") {
    const stopped = orThrow(await stopRun(world, project, { run, now, config }));
    return stopped.by === "order" ? asResult(stopped.given) : { how: "done" as const };
  }
  if (order.type === "land") {
    const { into, partial } = order;
    orThrow(await land(world, project, { run, into, how: "any", partial, now }));
    return { how: "done" as const };
  }
  return asResult(orThrow(await giveOrder(project, { run, now, order: orderInput(order) })));
}

function asResult({ how, answer }: OrderGiven): OrderResult {
  return { how, ...(answer && { answer }) };
}

function invalidText(given: unknown, issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]) {
  const type = Reflect.get(Object(given), "type");
  const wrong = issues.map(({ path, message }) => `${path.map(String).join(".") || "the order"}: ${message}`);
  return `The order ${typeof type === "string" ? JSON.stringify(type) : "without a type"} is not valid: ${wrong.join("; ")}.`;
}
