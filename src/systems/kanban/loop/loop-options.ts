/** What the work on a board needs from outside. */
import type { AgentConfig } from "../../../domain/spec/config.ts";
import type { ReceiverName } from "../../../domain/spec/notify.ts";
import type { AgentAdapter } from "../../../effects/agents/adapters/agent-adapter.ts";
import type { AgentHost, AgentHostListener } from "../../../effects/agents/host/agent-host.ts";
import type { SendNotice } from "../../../effects/notify/send-notice.ts";
import type { Clock } from "../../../runtime/time/clock.ts";
import type { BoardFiles } from "../files/board-files.ts";
import type { BoardRole } from "../files/task-file.ts";
import type { Briefs } from "./prompt.ts";

export interface LoopOptions {
  readonly run: string;
  /** Where reeve.yaml lies; agents work there. */
  readonly project: string;
  readonly runDir: string;
  readonly files: BoardFiles;
  readonly agents: Readonly<Record<BoardRole, { readonly agent: AgentConfig; readonly model?: string } | null>>;
  readonly briefs: Briefs;
  readonly retriesMax: number;
  /** A task that is done may be worked again. */
  readonly doneAgain: boolean;
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  readonly openHost: (adapters: Readonly<Record<string, AgentAdapter>>, listener: AgentHostListener) => AgentHost;
  /** Makes the board from a request instead of working it. */
  readonly instruction?: string;
  readonly clock: Clock;
  readonly graceMs: number;
  /** Who is told when it ends. */
  readonly receivers: readonly ReceiverName[];
  readonly notify: SendNotice;
}
