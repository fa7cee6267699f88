/**
 * Life signs of agents, gathered and handed on at a bounded rate: however much an agent prints, the journal grows by at
 * most one record per attempt and interval. A sign after a silence is handed on at once, so that a person sees it, and
 * so is a session id, because a crash must not lose it.
 */
import type { AttemptId } from "../domain/attempt.ts";
import type { ToolCounts } from "../domain/cost.ts";
import type { Input } from "../domain/input.ts";
import type { Usage } from "../domain/outcome.ts";

export interface Sign {
  readonly activity?: string;
  readonly session?: string;
  /** Since the last sign. */
  readonly usage?: Usage;
  /** It used a tool of this kind. */
  readonly tool?: keyof ToolCounts;
}

type Progressed = Extract<Input, { type: "attempt_progressed" }>;

/** Between two records about one attempt. */
const INTERVAL_MS = 5_000;

interface Gathered {
  reportedAt: number;
  activity: string | null;
  usage: Usage;
  /** Null: it used none that is known. */
  tools: ToolCounts | null;
  dirty: boolean;
}

export class Progress {
  readonly #attempts = new Map<AttemptId, Gathered>();
  readonly #report: (input: Progressed) => void;
  readonly #now: () => number;

  constructor(report: (input: Progressed) => void, now: () => number) {
    this.#report = report;
    this.#now = now;
  }

  sign(attempt: AttemptId, { activity, session, usage, tool }: Sign): void {
    const gathered = this.#of(attempt);
    if (activity !== undefined) gathered.activity = activity;
    if (usage !== undefined) gathered.usage = add(gathered.usage, usage);
    if (tool !== undefined) gathered.tools = counted(gathered.tools, tool);
    gathered.dirty = true;
    if (session !== undefined || this.#isDue(gathered)) this.#flush(attempt, gathered, session ?? null);
  }

  /** To be called once per interval. */
  flush(): void {
    for (const [attempt, gathered] of this.#attempts) {
      if (gathered.dirty && this.#isDue(gathered)) this.#flush(attempt, gathered, null);
    }
  }

  /** The total of an attempt that ended; it is forgotten here. */
  end(attempt: AttemptId): { readonly usage: Usage; readonly tools?: ToolCounts } {
    const { usage, tools } = this.#of(attempt);
    this.#attempts.delete(attempt);
    return { usage, ...(tools && { tools }) };
  }

  #of(attempt: AttemptId): Gathered {
    const known = this.#attempts.get(attempt);
    if (known) return known;
    const gathered: Gathered = {
      reportedAt: Number.NEGATIVE_INFINITY,
      activity: null,
      usage: { tokens: 0, usd: 0 },
      tools: null,
      dirty: false,
    };
    this.#attempts.set(attempt, gathered);
    return gathered;
  }

  #isDue({ reportedAt }: Gathered): boolean {
    return this.#now() - reportedAt >= INTERVAL_MS;
  }

  #flush(attempt: AttemptId, gathered: Gathered, session: string | null): void {
    Object.assign(gathered, { dirty: false, reportedAt: this.#now() });
    this.#report({ type: "attempt_progressed", attempt, usage: gathered.usage, activity: gathered.activity, session });
  }
}

function counted(tools: ToolCounts | null, tool: keyof ToolCounts): ToolCounts {
  const before = tools ?? { read: 0, changed: 0, other: 0 };
  return { ...before, [tool]: before[tool] + 1 };
}

/** One unknown price makes the sum unknown. */
function add(a: Usage, b: Usage): Usage {
  const tokens = a.tokens + b.tokens;
  return a.usd === undefined || b.usd === undefined ? { tokens } : { tokens, usd: a.usd + b.usd };
}
