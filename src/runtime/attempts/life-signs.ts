/**
 * What one attempt's output tells of its life: when it last said something new, how often it has repeated itself since, which
 * tool has not come back, in how many steps its model gave nothing. What is kept is bounded. It judges nothing.
 */
import type { AgentEvent } from "../../effects/agents/adapters/agent-adapter.ts";
import { skeletonOf } from "../../engine/causes/names/skeleton.ts";
import { tellsFailure } from "./near-identical.ts";

/** So many different lines are remembered. */
const KNOWN_MAX = 500;
/** Lines that differ in numbers only are new so often: a counter counts for a while, a loop for ever. Of a failure they are none. */
const ALIKE_MAX = 200;
const LINE_LENGTH_MAX = 300;
const TOOLS_MAX = 50;

export class LifeSigns {
  newAt: number;
  repeated = 0;
  emptySteps = 0;
  #alike = 0;
  #tools: { readonly name: string; readonly since: number }[] = [];
  readonly #lines = new Set<string>();
  readonly #skeletons = new Set<string>();

  constructor(now: number) {
    this.newAt = now;
  }

  see(event: AgentEvent, now: number): void {
    switch (event.type) {
      case "tool_call":
        this.#tools = [...this.#tools, { name: event.name, since: now }].slice(-TOOLS_MAX);
        return this.#line(`${event.name} ${event.input}`, now);
      case "tool_result":
        this.#back(event.name);
        return this.#line(`${event.name} ${event.ok ? "done" : "failed"} ${event.text}`, now);
      case "usage":
        this.emptySteps = event.usage.tokens === 0 ? this.emptySteps + 1 : 0;
        return event.usage.tokens === 0 ? undefined : this.alive(now);
      case "session":
        return this.alive(now);
      case "retry_notice":
        return this.#line(skeletonOf(event.text.slice(0, LINE_LENGTH_MAX)), now);
      default:
        for (const line of event.text.split("\n")) this.#line(line, now);
    }
  }

  /** Something that was not there before. */
  alive(now: number): void {
    this.newAt = now;
    this.repeated = 0;
    this.#alike = 0;
  }

  /** The machine slept: that was no silence of the agent's. */
  slept(byMs: number): void {
    this.newAt += byMs;
    this.#tools = this.#tools.map(({ name, since }) => ({ name, since: since + byMs }));
  }

  /** The latest that is not back. */
  tool(now: number): { readonly name: string; readonly forMs: number } | null {
    const latest = this.#tools.at(-1);
    return latest ? { name: latest.name, forMs: now - latest.since } : null;
  }

  #back(name: string): void {
    const at = this.#tools.findIndex((tool) => tool.name === name);
    // Some agents call a tool by one name and tell of its end by another.
    this.#tools.splice(Math.max(at, 0), 1);
  }

  #line(text: string, now: number): void {
    const line = text.slice(0, LINE_LENGTH_MAX).trim();
    if (line === "") return;
    const isNew = remember(this.#lines, line);
    if (remember(this.#skeletons, skeletonOf(line))) return this.alive(now);
    if (isNew && this.#alike < ALIKE_MAX && !tellsFailure(line)) {
      this.#alike += 1;
      this.newAt = now;
      return;
    }
    this.repeated += 1;
  }
}

/** False: it was known. */
function remember(known: Set<string>, text: string): boolean {
  const isNew = !known.delete(text);
  known.add(text);
  const [oldest] = known;
  if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
  return isNew;
}
