/** The network of a simulated world: what agents need may be away for a while, and whoever meets that says so. */
import type { Outcome } from "../../src/domain/work/outcome.ts";
import type { Unreached } from "../../src/domain/work/unreached.ts";
import type { Dice } from "./dice.ts";
import type { World } from "./world.ts";

/** Whose provider is where; the last is nobody's. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  "https://one.example": ["a"],
  "https://both.example": ["a", "b"],
  "https://host.example": [],
};
const ENDPOINTS = Object.keys(USERS);

export class Network {
  readonly #away = new Set<string>();

  /** Something goes away or comes back, or the gateway meets what is away. */
  change(world: World): void {
    const endpoint = world.dice.pick(ENDPOINTS);
    if (this.#away.has(endpoint) && world.dice.chance(0.3)) this.#away.delete(endpoint);
    else this.#away.add(endpoint);
    const agents = USERS[endpoint] ?? [];
    if (this.#away.has(endpoint) && world.dice.chance(0.5))
      world.submit({ type: "endpoint_unreached", endpoint, agents, detail: "ECONNREFUSED" });
  }

  /** All of it can be reached, from now on. */
  calm(): void {
    this.#away.clear();
  }

  /** Any failure may have come with it, not only those that say so. */
  unreachedBy(dice: Dice, outcome: Outcome): { readonly unreached?: Unreached } {
    const [endpoint] = this.#away;
    if (endpoint === undefined || outcome.type === "done" || dice.chance(0.3)) return {};
    return { unreached: { endpoint, agents: USERS[endpoint] ?? [], detail: "ETIMEDOUT" } };
  }

  probe(world: World, endpoint: string): void {
    const problem = this.#away.has(endpoint) ? "ECONNREFUSED" : null;
    world.submit({ type: "endpoint_probed", endpoint, problem });
  }
}
