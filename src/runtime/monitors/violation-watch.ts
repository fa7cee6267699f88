/**
 * The violations monitor's eyes: what agents say they do, what their processes were started as, which files differ, whom they
 * reach for, and whether somebody goes for the rules themselves. It reports; what follows is the engine's. However often a rule
 * is broken, an attempt's first, tenth, hundredth … time is reported, so a journal stays short.
 */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "../../domain/spec/settings.ts";
import type { RuleKind, ViolationRule } from "../../domain/spec/violation-rule.ts";
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import type { AgentHost } from "../../effects/agents/host/agent-host.ts";
import type { Workspaces } from "../../effects/workspace/workspaces.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { rulesFor } from "../../engine/violation/rules.ts";
import { asNamed, brokenBy, type Observed } from "./break-rules.ts";
import { CONFIG_FILE, configIn } from "./config-in.ts";
import { commandsIn, deedsOf, hostsIn } from "./deeds.ts";
import { strangersIn } from "./strangers-in.ts";

export interface ViolationWatchOptions {
  /** Where reeve.yaml lies, and where Reeve keeps its state. */
  readonly project: string;
  readonly stateDir: string;
  readonly settings: Settings;
  readonly agentOf: (attempt: AttemptId) => string | undefined;
  readonly commands: AgentHost["commands"];
  readonly workspaces: () => Pick<Workspaces, "changedPaths"> | null;
  readonly state: () => Promise<State>;
  readonly report: (input: Input) => unknown;
  readonly now: () => number;
}

const SEEN_AS_PROCESSES: ReadonlySet<RuleKind> = new Set(["commands", "hosts", "hosts_outside", "processes"]);
const SEEN_AS_FILES: ReadonlySet<RuleKind> = new Set(["files", "files_outside"]);

interface Watched {
  /** Kept here: whoever has ended is known to nobody else. */
  agent: string;
  /** Where it works; until that is known, the project's folder. */
  dir: string;
  /** Of the reeve.yaml in its worktree, as it was when it came. */
  config: string | null;
  children: number;
  readonly counts: Map<string, number>;
  /** What lasts is counted once, however often it is looked at. */
  readonly known: Set<string>;
  filesAt: number;
}

export class ViolationWatch {
  readonly #options: ViolationWatchOptions;
  readonly #attempts = new Map<AttemptId, Watched>();
  #settings: Settings;
  #config: string | null;
  readonly #strangers: Set<string>;

  constructor(options: ViolationWatchOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#config = configIn(options.project);
    this.#strangers = new Set(strangersIn(options.stateDir));
  }

  /** It is about to work here. */
  place(attempt: AttemptId, dir: string): void {
    Object.assign(this.#of(attempt), { dir, config: configIn(dir) });
  }

  see(attempt: AttemptId, events: readonly AgentEvent[]): void {
    for (const event of events) if (event.type === "tool_call") this.#call(attempt, event.name, event.input);
  }

  /** Somebody in a sandbox wants to reach this host; who, the sandbox cannot tell. */
  async reached(host: string): Promise<void> {
    const { attempts } = await this.#options.state();
    for (const { id, phase } of attempts.live.values())
      if (phase === "working") this.#judge(id, { hosts: [host] }, true);
  }

  /** One look at all that is at work. Rejects when processes cannot be looked at. */
  async look(): Promise<void> {
    const state = await this.#options.state();
    this.#settings = state.settings;
    const working = [...state.attempts.live.values()].filter(({ phase }) => phase === "working");
    const ids = working.map(({ id }) => id);
    this.#lookAtRules(ids);
    this.#lookAtState(ids);
    const isWanted = working.some(({ agent }) => this.#rules(agent).some(({ on }) => SEEN_AS_PROCESSES.has(on)));
    const commands = isWanted ? await this.#options.commands() : new Map<AttemptId, readonly string[]>();
    for (const { id } of working) this.#processes(id, commands.get(id) ?? []);
    for (const { id } of working)
      if (this.#options.now() - this.#of(id).filesAt >= FILES_MS) await this.#files(state, id);
  }

  /** It has ended: who is quick would else never be looked at. Null: nothing is left to look at. */
  end(attempt: AttemptId): Promise<void> | null {
    this.#worktreeRules(attempt);
    const isWanted = this.#rules(this.#of(attempt).agent).some(({ on }) => SEEN_AS_FILES.has(on));
    const looked = isWanted ? this.#options.state().then((state) => this.#files(state, attempt)) : null;
    if (looked === null) this.#attempts.delete(attempt);
    return looked?.catch(() => {}).finally(() => this.#attempts.delete(attempt)) ?? null;
  }

  async #files(state: State, id: AttemptId): Promise<void> {
    this.#worktreeRules(id);
    const attempt = state.attempts.live.get(id);
    if (!attempt || !this.#rules(attempt.agent).some(({ on }) => SEEN_AS_FILES.has(on))) return;
    this.#of(id).filesAt = this.#options.now();
    const task = attempt.task === undefined ? undefined : state.tasks.get(attempt.task);
    if (!task?.workspace) return;
    const files = await this.#options.workspaces()?.changedPaths(task.id, task.spec.title, task.workspace.base);
    if (files) this.#judge(id, { files }, true);
  }

  #call(attempt: AttemptId, name: string, input: string): void {
    const watched = this.#of(attempt);
    const { commands, files, hosts, child } = deedsOf(name, input);
    if (child) watched.children += 1;
    const named = files.flatMap((file) => asNamed(file, watched.dir, SCRATCH) ?? []);
    this.#judge(attempt, { commands, hosts, files: named, ...(child && { children: watched.children }) }, false);
    const touched = files.find((file) => this.#isOfRules(file, watched.dir));
    if (touched !== undefined) this.#count(attempt, "rules_touched", `${attempt} went for ${touched}`);
  }

  #processes(attempt: AttemptId, lines: readonly string[]): void {
    const commands = lines.flatMap(commandsIn);
    this.#judge(attempt, { commands, hosts: lines.flatMap(hostsIn), processes: lines.length }, true);
  }

  #judge(attempt: AttemptId, seen: Observed, lasts: boolean): void {
    const { known, agent } = this.#of(attempt);
    for (const { rule, what } of brokenBy(this.#rules(agent), seen)) {
      const key = `${rule} ${what}`;
      if (lasts && (known.has(key) || known.size >= KNOWN_MAX)) continue;
      if (lasts) known.add(key);
      this.#count(attempt, rule, what);
    }
  }

  #count(attempt: AttemptId, rule: string, what: string): void {
    const { counts } = this.#of(attempt);
    const times = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, times);
    if (!isPowerOfTen(times)) return;
    this.#options.report({
      type: "violation_found",
      attempts: [attempt],
      rule,
      what: [what.slice(0, WHAT_MAX)],
      times,
    });
  }

  /** The file in the project itself: who changed it is a matter of who was at work. */
  #lookAtRules(attempts: readonly AttemptId[]): void {
    const now = configIn(this.#options.project);
    if (now === this.#config) return;
    this.#config = now;
    if (attempts.length === 0) return;
    const what = [`${CONFIG_FILE} was ${now === null ? "removed" : "changed"} while agents worked`];
    this.#options.report({ type: "violation_found", attempts, rule: "rules_touched", what, times: 1 });
  }

  /** What nobody but Reeve should put there. */
  #lookAtState(attempts: readonly AttemptId[]): void {
    for (const name of strangersIn(this.#options.stateDir)) {
      if (this.#strangers.has(name)) continue;
      this.#strangers.add(name);
      const what = [`${name.slice(0, WHAT_MAX)} was put into Reeve's state folder while agents worked`];
      if (attempts.length > 0)
        this.#options.report({ type: "violation_found", attempts, rule: "rules_touched", what, times: 1 });
    }
  }

  /** The one in its worktree, which would be merged with its work. */
  #worktreeRules(attempt: AttemptId): void {
    const watched = this.#of(attempt);
    if (watched.dir === this.#options.project) return;
    const now = configIn(watched.dir);
    if (now === watched.config || now === null) return;
    watched.config = now;
    this.#count(attempt, "rules_touched", `${attempt} changed ${CONFIG_FILE} in its worktree`);
  }

  #isOfRules(file: string, dir: string): boolean {
    const { project, stateDir } = this.#options;
    const path = resolve(dir, file);
    if (path === join(dir, CONFIG_FILE) || path === join(project, CONFIG_FILE)) return true;
    return path.startsWith(`${stateDir}/`) && !path.startsWith(`${stateDir}/worktrees/`);
  }

  #of(attempt: AttemptId): Watched {
    const known = this.#attempts.get(attempt);
    const agent = this.#options.agentOf(attempt) ?? "";
    if (known && (known.agent !== "" || agent === "")) return known;
    if (known) return Object.assign(known, { agent });
    const { project } = this.#options;
    const looks = { counts: new Map<string, number>(), known: new Set<string>(), filesAt: 0 };
    const watched: Watched = { agent, dir: project, config: this.#config, children: 0, ...looks };
    this.#attempts.set(attempt, watched);
    return watched;
  }

  #rules(agent: string): readonly ViolationRule[] {
    return rulesFor(this.#settings, agent);
  }
}

/** Between two looks at the files of one attempt: git is asked. */
const FILES_MS = 5_000;
const KNOWN_MAX = 2_000;
const WHAT_MAX = 300;
const SCRATCH: readonly string[] = [tmpdir(), "/dev"];

function isPowerOfTen(times: number): boolean {
  return /^10*$/.test(`${times}`);
}
