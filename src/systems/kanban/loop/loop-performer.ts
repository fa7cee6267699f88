/**
 * What acts for a board: calls agents under keepers, runs the built-in Manager, writes retries into task files, and puts the
 * board back where somebody else wrote it. What comes of it is reported; nothing is decided here.
 */

import type { AttemptRequest } from "../../../effects/agents/adapters/agent-adapter.ts";
import type { AgentHost } from "../../../effects/agents/host/agent-host.ts";
import { redact, secretsOf } from "../../../effects/masking/redact.ts";
import { type SpokenEnd, SpokenEnds } from "../../../effects/roles/spoken-end.ts";
import { NoticeDesk } from "../../../runtime/notices/notice-desk.ts";
import type { Desk, Performer } from "../../../runtime/runner/system.ts";
import { KeptBoard } from "../files/kept-board.ts";
import { lookAtBoard } from "../files/look-at-board.ts";
import { nameOf } from "../files/paths.ts";
import { withRetry } from "../files/supervisor-log.ts";
import type { BoardRole } from "../files/task-file.ts";
import { reconcile } from "../manager/reconcile.ts";
import { endOfCall } from "./call-end.ts";
import { requestOf } from "./call-request.ts";
import type { LoopOptions } from "./loop-options.ts";
import type { Call, Loop, LoopAnswer, LoopEffect, LoopEvent, LoopInput } from "./loop-types.ts";

const BEAT_MS = 30_000;

export class LoopPerformer implements Performer<Loop, LoopInput, LoopEvent, LoopEffect> {
  readonly #options: LoopOptions;
  readonly #desk: Desk<Loop, LoopInput, LoopAnswer>;
  readonly #notices: NoticeDesk;
  readonly #spoken: SpokenEnds;
  readonly #host: AgentHost;
  readonly #kept: KeptBoard;
  readonly #requests = new Map<
    string,
    { readonly request: AttemptRequest; readonly call: Call; readonly endLimit: () => void }
  >();
  readonly #adopted = new Set<string>();
  #late = "";
  #endBeat: () => void = () => {};

  constructor(options: LoopOptions, desk: Desk<Loop, LoopInput, LoopAnswer>) {
    this.#options = options;
    this.#desk = desk;
    this.#notices = new NoticeDesk({
      send: options.notify,
      clock: options.clock,
      claim: async (input) => (await desk.submit(input)) === "go",
      report: (input) => desk.report(input),
    });
    this.#spoken = new SpokenEnds(options.adapters);
    this.#kept = new KeptBoard(options.files, options.runDir);
    this.#host = options.openHost(this.#spoken.adapters, {
      onEvents: () => {},
      onEnd: (attempt, { outcome }) => {
        const known = this.#requests.get(attempt);
        if (known) this.#report(known.call, this.#spoken.of(outcome, known.request));
      },
    });
  }

  async open(): Promise<string | null> {
    await this.#host.renewLease();
    return null;
  }

  async reconcile({ step }: Loop): Promise<readonly LoopInput[]> {
    const { files, briefs, retriesMax, agents, instruction, receivers } = this.#options;
    const isManagerBuiltIn = agents.Manager === null;
    const made = instruction === undefined ? {} : { instruction };
    const opened = { board: files.boardFile, briefs, retriesMax, isManagerBuiltIn, receivers, ...made };
    const isAway = step.type === "working" && !step.call.isBuiltIn && !(await this.#adopt(step.call));
    return [
      { type: "loop_opened", ...opened },
      ...(isAway ? [{ type: "attempt_never_began", attempt: step.call.attempt } as const] : []),
    ];
  }

  begin(): void {
    const beat = (): void => {
      this.#host.renewLease().catch(() => {});
      this.#endBeat = this.#options.clock.setTimer(BEAT_MS, beat);
    };
    this.#endBeat = this.#options.clock.setTimer(BEAT_MS, beat);
  }

  async perform(effect: LoopEffect): Promise<void> {
    const { files } = this.#options;
    switch (effect.type) {
      case "read_board":
        await this.#desk.submit(lookAtBoard(files, this.#options));
        return;
      case "call_agent":
        return effect.call.isBuiltIn ? this.#callManager(effect.call) : this.#call(effect.call);
      case "put_board_back":
        this.#kept.putBack(effect.call.attempt);
        await this.#desk.submit({ type: "board_restored" });
        return;
      case "log_retry": {
        const name = nameOf(effect.call.task);
        const text = files.text(name);
        // A task file that is gone cannot be written to, and a board is not Reeve's to write; the journal counts anyway.
        if (text !== null && effect.call.instruction === undefined)
          files.write(name, withRetry(text, effect.call, effect.retry, this.#options.retriesMax));
        await this.#desk.submit({ type: "retry_logged" });
        return;
      }
      case "send_notice":
        return this.#notices.take(effect);
      case "stop_agent":
        await this.#host.stop(effect.attempt, this.#options.graceMs);
        return;
      default:
        return effect satisfies never;
    }
  }

  heard(): void {}

  async hurry({ step }: Loop): Promise<void> {
    if (step.type === "working") await this.#host.stop(step.call.attempt, 0);
  }

  async end(): Promise<void> {
    await this.#notices.end();
  }

  async close(): Promise<void> {
    this.#endBeat();
    this.#notices.close();
    for (const { endLimit } of this.#requests.values()) endLimit();
    await this.#host.close();
  }

  async #call(call: Call): Promise<void> {
    if (this.#adopted.has(call.attempt)) return;
    const request = requestOf(this.#options, call);
    if (request === null) return this.#report(call, noAgent(call.role));
    if (call.role !== "Manager") this.#kept.keep(call.attempt);
    this.#watch(call, request);
    const started = await this.#host.start(request);
    if (started.type === "failed") this.#report(call, this.#spoken.of(started.outcome, request));
  }

  /** False: no keeper had taken it, and none will. */
  async #adopt(call: Call): Promise<boolean> {
    this.#adopted.add(call.attempt);
    const request = requestOf(this.#options, call);
    if (request === null) return false;
    this.#watch(call, request);
    const { state } = await this.#host.adopt(request);
    if (state === "never_started") this.#forget(call);
    return state !== "never_started";
  }

  #forget({ attempt }: Call): void {
    this.#requests.get(attempt)?.endLimit();
    this.#requests.delete(attempt);
  }

  #watch(call: Call, request: AttemptRequest): void {
    const { minutes } = request.agent.limits;
    const endLimit = this.#options.clock.setTimer(minutes * 60_000, () => {
      this.#late = call.attempt;
      void this.#host.stop(call.attempt, this.#options.graceMs);
    });
    this.#requests.set(call.attempt, { request, call, endLimit });
  }

  /** The built-in Manager writes task files first and the board last: killed between, it does the same again. */
  async #callManager(call: Call): Promise<void> {
    const { files, clock } = this.#options;
    const read = files.readBoard();
    if (!read.ok)
      return this.#report(call, { type: "unreadable", problem: "cannot read the kanban file", evidence: [] });
    const time = new Date(clock.now()).toISOString();
    const done = call.answer ? { name: nameOf(call.task), answer: call.answer } : null;
    const { board, text } = read;
    const after = reconcile({ board, boardText: text, ...files.all(board), done, time, pathOf: files.pathOf });
    for (const [name, changed] of after.files) files.write(name, changed);
    files.writeBoard(after.boardText);
    this.#report(call, { type: "said", value: after.answer });
  }

  #report(call: Call, end: SpokenEnd): void {
    this.#forget(call);
    const secrets = secretsOf(this.#options.agents[call.role]?.agent.env ?? {}, process.env);
    void this.#desk.report(
      redact(
        endOfCall(call, end, { files: this.#options.files, kept: this.#kept, isLate: this.#late === call.attempt }),
        secrets,
      ),
    );
  }
}

function noAgent(role: BoardRole): SpokenEnd {
  const message = `no agent is configured for the ${role}; name one under \`kanban\` in reeve.yaml`;
  return { type: "unreadable", problem: message, evidence: [] };
}
