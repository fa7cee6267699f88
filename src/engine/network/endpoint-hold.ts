/** An endpoint that cannot be reached: who waits for it, since when, and when it is tried again. */
import type { QuestionId } from "../../domain/work/question.ts";

export interface EndpointHold {
  /** Their provider is there: none of their work starts. */
  readonly agents: readonly string[];
  /** Beside them, by id: work that failed by it. */
  readonly works: readonly string[];
  readonly detail: string;
  readonly since: number;
  /** How often it was tried in vain since then. */
  readonly probes: number;
  /** When it is tried next; null: it is being tried. */
  readonly probeAt: number | null;
  /** It has lasted so long that a person was asked. */
  readonly question?: QuestionId;
}
