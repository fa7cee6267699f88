/**
 * Life signs of agents, gathered and handed on at a bounded rate: however much an agent prints, the journal grows by at
 * most one record per attempt and interval. A sign after a silence is handed on at once, so that a person sees it, and
 * so is a session id, because a crash must not lose it.
 *
 * What an attempt uses may be counted twice over: as the agent tells it, and by the gateway. Both speak of the same
 * requests, so they are not added up: the larger count is the one that is handed on.
 */
import type { AttemptId } from "../../domain/work/attempt.ts";
import type { ToolCounts } from "../../domain/work/cost.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import type { UnlistedPrice } from "../../engine/attempt/inputs.ts";
import type { Input } from "../../engine/input.ts";

export interface Sign {
  readonly activity?: string;
  readonly session?: string;
  /** Since the last sign, as the agent tells it. */
  readonly usage?: Usage;
  /** Since the last sign, as the gateway counts it. */
  readonly counted?: Usage;
  /** Not to be held back. */
  readonly urgent?: boolean;
  /** How its model is priced, where that is not on the list. */
  readonly price?: UnlistedPrice;
  /** It used a tool of this kind. */
  readonly tool?: keyof ToolCounts;
}

type Ended = Extract<Input, { type: "attempt_ended" }>;
type Progressed = Extract<Input, { type: "attempt_progressed" }>;

/** Between two records about one attempt. */
const INTERVAL_MS = 5_000;
/** Where it has used something since: a budget may be over, and what burns is stopped within two seconds. */
const SPENT_MS = 500;

interface Gathered {
  reportedAt: number;
  activity: string | null;
  price: UnlistedPrice | null;
  told: Usage;
  counted: Usage;
  /** Null: it used none that is known. */
  tools: ToolCounts | null;
  dirty: boolean;
  /** It used something since the last record. */
  spent: boolean;
}

export class Progress {
  readonly #attempts = new Map<AttemptId, Gathered>();
  readonly #report: (input: Progressed) => void;
  readonly #now: () => number;

  constructor(report: (input: Progressed) => void, now: () => number) {
    this.#report = report;
    this.#now = now;
  }

  sign(attempt: AttemptId, sign: Sign): void {
    const { activity, session, usage, counted, tool, price, urgent = false } = sign;
    const gathered = this.#of(attempt);
    // Told at once: a budget may depend on it.
    const isNews = price !== undefined && !isSamePrice(gathered.price, price);
    if (isNews) gathered.price = price;
    if (activity !== undefined) gathered.activity = activity;
    if (usage !== undefined) gathered.told = add(gathered.told, usage);
    if (counted !== undefined) gathered.counted = add(gathered.counted, counted);
    if (usage ?? counted) gathered.spent = true;
    if (tool !== undefined) gathered.tools = withTool(gathered.tools, tool);
    gathered.dirty = true;
    if (urgent || isNews || session !== undefined || this.#isDue(gathered))
      this.#flush(attempt, gathered, session ?? null);
  }

  /** What the gateway had counted for an attempt before this Reeve: nobody else would tell it again. */
  resume(attempt: AttemptId, counted: Usage): void {
    this.#of(attempt).counted = counted;
  }

  /** To be called once per interval. */
  flush(): void {
    for (const [attempt, gathered] of this.#attempts) {
      if (gathered.dirty && this.#isDue(gathered)) this.#flush(attempt, gathered, null);
    }
  }

  /** The total of an attempt that ended, and what it did last if nobody was told; it is forgotten here. */
  end(attempt: AttemptId): Pick<Ended, "usage" | "tools" | "activity"> {
    const { told, counted, tools, activity, dirty } = this.#of(attempt);
    this.#attempts.delete(attempt);
    const last = dirty && activity !== null ? { activity } : {};
    return { usage: larger(told, counted), ...(tools && { tools }), ...last };
  }

  #of(attempt: AttemptId): Gathered {
    const known = this.#attempts.get(attempt);
    if (known) return known;
    const gathered: Gathered = {
      reportedAt: Number.NEGATIVE_INFINITY,
      activity: null,
      price: null,
      told: NOTHING,
      counted: NOTHING,
      tools: null,
      dirty: false,
      spent: false,
    };
    this.#attempts.set(attempt, gathered);
    return gathered;
  }

  #isDue({ reportedAt, spent }: Gathered): boolean {
    return this.#now() - reportedAt >= (spent ? SPENT_MS : INTERVAL_MS);
  }

  #flush(attempt: AttemptId, gathered: Gathered, session: string | null): void {
    Object.assign(gathered, { dirty: false, spent: false, reportedAt: this.#now() });
    const usage = larger(gathered.told, gathered.counted);
    const { activity, price } = gathered;
    this.#report({ type: "attempt_progressed", attempt, usage, activity, session, ...(price && { price }) });
  }
}

const NOTHING: Usage = { tokens: 0, usd: 0 };

function withTool(tools: ToolCounts | null, tool: keyof ToolCounts): ToolCounts {
  const before = tools ?? { read: 0, changed: 0, other: 0 };
  return { ...before, [tool]: before[tool] + 1 };
}

/** One unknown price makes the sum unknown. */
function add(a: Usage, b: Usage): Usage {
  const tokens = a.tokens + b.tokens;
  const estimated = a.estimated || b.estimated ? ({ estimated: true } as const) : {};
  const usd = a.usd === undefined || b.usd === undefined ? {} : { usd: a.usd + b.usd, ...estimated };
  return { tokens, ...written(isNothing(a) ? b.output : sumOf(a.output, b.output)), ...usd };
}

/** One unknown part makes the sum unknown. */
function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}

function written(output: number | undefined): Pick<Usage, "output"> {
  return output === undefined ? {} : { output };
}

function isSamePrice(one: UnlistedPrice | null, other: UnlistedPrice): boolean {
  return one?.model === other.model && one.like === other.like;
}

/** Whoever has counted nothing knows nothing; a price that only one of them knows is known. */
function larger(a: Usage, b: Usage): Usage {
  if (isNothing(a) || isNothing(b)) return isNothing(a) ? b : a;
  const { tokens, output } = a.tokens >= b.tokens ? a : b;
  const counts = { tokens, ...written(output) };
  if (a.usd === undefined && b.usd === undefined) return counts;
  const { usd = 0, estimated } = (a.usd ?? -1) >= (b.usd ?? -1) ? a : b;
  return { ...counts, usd, ...(estimated && { estimated }) };
}

function isNothing({ tokens, usd }: Usage): boolean {
  return tokens === 0 && usd === 0;
}
