/**
 * Runs a supervision tree whose workers are functions, with OTP's rules: who is restarted with whom, how often, after which
 * wait. Children come and go while it runs, by OTP's calls. The tree decides (`engine/supervision`); this starts, stops and
 * keeps the time.
 *
 * A worker is told to stop by its signal. A function cannot be killed: one that has not returned when its grace is over
 * counts as killed and nobody waits for it any longer, so a worker has to heed its signal.
 */
import type {
  ChildCounts,
  ChildSpec,
  EndReason,
  ListedChild,
  MemberOverride,
  SupervisorSpec,
  TreeAction,
  TreeCall,
  TreeMessage,
  TreePath,
  TreeReply,
} from "../../domain/tree/tree.ts";
import { createTree, rootIsDown } from "../../engine/supervision/shape/tree.ts";
import { type ChildDefinition, defineChild } from "../../engine/supervision/simulate/define-tree.ts";
import { stepTree } from "../../engine/supervision/step.ts";
import { type Clock, realClock } from "../time/clock.ts";
import { Life, type TreeOptions } from "./life.ts";
import { TreeError, treeError } from "./tree-error.ts";

/** OTP's calls. Each rejects with a `TreeError`. */
export interface RunningTree {
  /** To an ordinary supervisor with a definition, to a pool with what the member has its own way. Null: it was ignored. */
  startChild(parent: TreePath, child?: ChildDefinition | MemberOverride): Promise<TreePath | null>;
  terminateChild(parent: TreePath, id: string): Promise<void>;
  restartChild(parent: TreePath, id: string): Promise<TreePath | null>;
  deleteChild(parent: TreePath, id: string): Promise<void>;
  whichChildren(parent: TreePath): Promise<readonly ListedChild[]>;
  countChildren(parent: TreePath): Promise<ChildCounts>;
  /** Stops all, in reverse order of their starts. */
  stop(): Promise<EndReason>;
  /** Resolves when the root is down: `shutdown` if it gave up or was stopped. */
  readonly ended: Promise<EndReason>;
}

/** Starts the whole tree. Rejects with a `TreeError` if a child could not be started; then nothing runs. */
export async function superviseTree(spec: SupervisorSpec, options: TreeOptions): Promise<RunningTree> {
  const runner = new TreeRunner(spec, options);
  await runner.boot();
  return runner;
}

class TreeRunner implements RunningTree {
  readonly ended: Promise<EndReason>;
  readonly #options: TreeOptions;
  readonly #clock: Pick<Clock, "now" | "setTimer">;
  readonly #tree;
  readonly #lives = new Map<number, Life>();
  readonly #timers = new Map<string, () => void>();
  readonly #calls = new Map<string, (reply: TreeReply) => void>();
  readonly #waiting: TreeMessage[] = [];
  #stepping = false;
  #refs = 0;
  #reason: EndReason = "shutdown";
  #down: (reason: EndReason) => void = () => {};
  readonly #shutdown = (): void => this.#tell({ type: "shutdown" });

  constructor(spec: SupervisorSpec, options: TreeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock();
    this.#tree = createTree(spec);
    this.ended = new Promise((resolve) => {
      this.#down = resolve;
    });
  }

  async boot(): Promise<void> {
    const { signal } = this.#options;
    const booted = new Promise<TreeReply>((resolve) => this.#calls.set("boot", resolve));
    this.#tell({ type: "boot" });
    signal?.addEventListener("abort", this.#shutdown, { once: true });
    if (signal?.aborted) this.#shutdown();
    const reply = await booted;
    if (reply.type === "error") throw treeError(reply, this.#tree.root.path);
  }

  startChild(parent: TreePath, child: ChildDefinition | MemberOverride = {}): Promise<TreePath | null> {
    const spec: ChildSpec | MemberOverride = "id" in child ? defineChild(child) : child;
    return this.#started({ do: "start_child", parent, spec });
  }

  restartChild(parent: TreePath, id: string): Promise<TreePath | null> {
    return this.#started({ do: "restart_child", parent, id });
  }

  async terminateChild(parent: TreePath, id: string): Promise<void> {
    await this.#call({ do: "terminate_child", parent, id });
  }

  async deleteChild(parent: TreePath, id: string): Promise<void> {
    await this.#call({ do: "delete_child", parent, id });
  }

  async whichChildren(parent: TreePath): Promise<readonly ListedChild[]> {
    const reply = await this.#call({ do: "which_children", parent });
    return reply.type === "children" ? reply.children : [];
  }

  async countChildren(parent: TreePath): Promise<ChildCounts> {
    const reply = await this.#call({ do: "count_children", parent });
    if (reply.type !== "counts") throw new TreeError("noproc", parent);
    return reply.counts;
  }

  stop(): Promise<EndReason> {
    this.#shutdown();
    return this.ended;
  }

  async #started(call: TreeCall): Promise<TreePath | null> {
    const reply = await this.#call(call);
    return reply.type === "started" ? reply.path : null;
  }

  async #call(call: TreeCall): Promise<TreeReply> {
    this.#refs += 1;
    const ref = `call-${this.#refs}`;
    const reply = await new Promise<TreeReply>((resolve) => {
      this.#calls.set(ref, resolve);
      this.#tell({ type: "call", ref, call });
    });
    if (reply.type === "error") throw treeError(reply, "id" in call ? `${call.parent}/${call.id}` : call.parent);
    return reply;
  }

  /** One message after the other: what an action leads to at once waits until the step is over. */
  #tell(message: TreeMessage): void {
    this.#waiting.push(message);
    if (this.#stepping) return;
    this.#stepping = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const dice = (this.#options.dice ?? Math.random)();
        for (const action of stepTree(this.#tree, next, this.#clock.now(), dice).actions) this.#perform(action);
        if (next.type !== "boot" && rootIsDown(this.#tree)) this.#close();
      }
    } finally {
      this.#stepping = false;
    }
  }

  #perform(action: TreeAction): void {
    switch (action.type) {
      case "start":
        return action.spec.type === "worker"
          ? this.#start(action)
          : this.#tell({ type: "started", path: action.path, incarnation: action.incarnation });
      case "stop":
        return this.#lives.get(action.incarnation)?.stop(action.graceMs);
      case "restart_scheduled":
        return action.timer === null ? undefined : this.#wakeLater(action.timer, action.delayMs);
      case "reply":
        this.#calls.get(action.ref)?.(action.reply);
        this.#calls.delete(action.ref);
        return;
      case "noted":
        if (action.event[0] === "end" && action.event[1] === this.#tree.root.path) this.#reason = action.event[2];
        return this.#options.onEvent?.(action.event);
      case "gave_up":
        return;
      default:
        return action satisfies never;
    }
  }

  #start({ path, spec, incarnation, starts }: Extract<TreeAction, { type: "start" }>): void {
    const child = { path, id: spec.id, args: spec.args, incarnation, starts };
    const life = new Life(child, this.#options, this.#clock, (message) => {
      if (message.type !== "started") this.#lives.delete(incarnation);
      this.#tell({ ...message, path, incarnation });
    });
    this.#lives.set(incarnation, life);
    life.live();
  }

  #wakeLater(timer: string, delayMs: number): void {
    const cancel = this.#clock.setTimer(delayMs, () => {
      this.#timers.delete(timer);
      this.#tell({ type: "wake", timer });
    });
    this.#timers.set(timer, cancel);
  }

  #close(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#options.signal?.removeEventListener("abort", this.#shutdown);
    this.#down(this.#reason);
  }
}
