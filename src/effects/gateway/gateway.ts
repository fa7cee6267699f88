/**
 * The loopback proxy between agents and model APIs. It counts what every attempt uses, ends what has spent too much, and
 * keeps all requests of one account back while its limit lasts. It passes everything else through as it is, adds no key,
 * and keeps nothing but counts. What a count or a limit leads to in the run is decided by whoever opened it.
 *
 * Killed with Reeve, it opens again at the same address with the same names: agents that live on find it there.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { tokenFor } from "../loopback/attempt-token.ts";
import { listenOnLoopback } from "../loopback/listen-on-loopback.ts";
import { readPlace, writePlace } from "../loopback/loopback-place.ts";
import { type Door, isOurs, openDoor } from "../loopback/open-door.ts";
import { Exchange } from "./exchange.ts";
import { BODY_BYTES_MAX, openPools, type Pools } from "./forward.ts";
import type { Gateway, GatewayOptions } from "./gateway-port.ts";
import { AccountLine } from "./limits/account-line.ts";
import { notAnUpstream, tooLarge, unknownCaller } from "./refusals.ts";
import { type Route, routeOf, targetOf } from "./route.ts";
import { type Allowance, Ledger, type Over } from "./usage/ledger.ts";
import type { Vendor } from "./vendors.ts";

/** Rejects only where this machine does not let anybody listen. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const place = readPlace(options.runDir, "gateway");
  const gateway = new LoopbackGateway(options, place.secret);
  const port = await gateway.listen(place.port);
  writePlace(options.runDir, "gateway", { port, secret: place.secret });
  return gateway;
}

/** Whoever uploads files to a model takes a while; the rest is a slow sender that nobody waits for. */
const BODY_MS = 15 * 60_000;
const WAIT_MS_MAX = 60_000;
/** A shorter limit is waited out here and is nobody else's business. */
const LONG_HOLD_MS = 60_000;
/** Two answers that say the same limit in seconds from now differ by less. */
const SAME_MS = 1_000;

class LoopbackGateway implements Gateway {
  readonly #options: GatewayOptions;
  readonly #secret: string;
  readonly #door: Door;
  readonly #pools: Pools;
  readonly #ledger = new Ledger();
  readonly #lines = new Map<string, AccountLine>();
  readonly #agentsOf = new Map<string, Set<string>>();
  readonly #underWay = new Map<string, Set<Exchange>>();
  readonly #overBudget = new Set<string>();
  readonly #ended = new Set<string>();
  port = 0;

  constructor(options: GatewayOptions, secret: string) {
    this.#options = options;
    this.#secret = secret;
    this.#pools = openPools(options.env ?? process.env);
    this.#door = openDoor({
      serve: (client, answer) => this.#serve(client, answer),
      bodyMs: BODY_MS,
      onTrouble: options.onTrouble,
      bounds: options.bounds,
    });
  }

  /** On the port of before where that is free. */
  async listen(wanted: number): Promise<number> {
    this.port = await listenOnLoopback(this.#door.server, wanted);
    return this.port;
  }

  readonly url = (agent: string, attempt: string): string =>
    `http://127.0.0.1:${this.port}/${tokenFor({ agent, attempt }, this.#secret)}`;

  readonly urlFor = (agent: string, attempt: string, vendor: Vendor): string => `${this.url(agent, attempt)}/${vendor}`;

  readonly setBudget = (attempt: string, left: Allowance | null): void => {
    this.#overBudget.delete(attempt);
    this.#ended.delete(attempt);
    this.#ledger.setBudget(attempt, left);
  };

  readonly end = (attempt: string): void => {
    this.setBudget(attempt, null);
    this.#ended.add(attempt);
  };

  readonly setRunBudget = (left: Allowance | null): void => {
    this.#overBudget.clear();
    this.#ledger.setRunBudget(left);
  };

  readonly raise = (attempt: string | null, more: Allowance): void => {
    if (attempt === null) this.#overBudget.clear();
    else this.#overBudget.delete(attempt);
    this.#ledger.raise(attempt, more);
  };

  readonly hold = (account: string, until: number): void => {
    const line = this.#line(account);
    const before = line.heldUntil() ?? 0;
    if (until <= before + SAME_MS) return;
    line.hold(until);
    const agents = [...(this.#agentsOf.get(account) ?? [])];
    if (until - this.#options.clock.now() >= LONG_HOLD_MS) this.#options.onHold({ account, agents, until });
  };

  readonly release = (account: string): void => this.#line(account).release();

  readonly waiting = (): number => [...this.#lines.values()].reduce((sum, line) => sum + line.waiting(), 0);

  readonly close = async (): Promise<void> => {
    const closed = Promise.withResolvers<void>();
    this.#door.server.close(() => closed.resolve());
    for (const line of this.#lines.values()) line.close();
    this.#door.server.closeAllConnections();
    this.#pools.http.destroy();
    this.#pools.https.destroy();
    await closed.promise;
  };

  #serve(client: IncomingMessage, answer: ServerResponse): void {
    const route = routeOf(client.url ?? "", client.headers, this.#secret);
    if (!route || !isOurs(client.headers, this.port) || this.#ended.has(route.attempt)) return unknownCaller(answer);
    if (Number(client.headers["content-length"] ?? 0) > BODY_BYTES_MAX) return tooLarge(answer, route.vendor);
    this.#door.welcome(client);
    const target = targetOf(route, this.#options.upstreams(route.agent));
    if (!target) return notAnUpstream(answer, route.vendor);
    const { agent, attempt, account } = route;
    this.#known(this.#agentsOf, account).add(agent);
    const running = this.#known(this.#underWay, attempt);
    const { clock, price, onRecord } = this.#options;
    const exchange = new Exchange({
      ...{ route, target, client, answer, pools: this.#pools, line: this.#line(account) },
      now: () => clock.now(),
      price: (model, tokens) => price(agent, model, tokens),
      draw: (tokens, usd) => this.#draw(route, tokens, usd),
      over: () => sentenceOf(this.#ledger.over(attempt)),
      onLimit: (retryAt) => this.hold(account, retryAt),
      onRecord: (record) => {
        running.delete(exchange);
        if (running.size === 0) this.#underWay.delete(attempt);
        onRecord(record);
      },
    });
    running.add(exchange);
    exchange.begin();
  }

  #draw({ attempt }: Route, tokens: number, usd: number): boolean {
    const over = this.#ledger.draw(attempt, tokens, usd);
    if (over === null) return true;
    const stopped = over.whose === "run" ? [...this.#underWay.keys()] : [attempt];
    for (const each of stopped) this.#stop(each, over);
    return false;
  }

  #stop(attempt: string, over: Over): void {
    for (const exchange of this.#underWay.get(attempt) ?? []) exchange.stop();
    if (this.#overBudget.has(attempt)) return;
    this.#overBudget.add(attempt);
    this.#options.onOver(attempt, over);
  }

  #line(account: string): AccountLine {
    const { clock, waitMsMax = WAIT_MS_MAX } = this.#options;
    const line = this.#lines.get(account) ?? new AccountLine(clock, waitMsMax);
    this.#lines.set(account, line);
    return line;
  }

  #known<T>(sets: Map<string, Set<T>>, name: string): Set<T> {
    const set = sets.get(name) ?? new Set<T>();
    sets.set(name, set);
    return set;
  }
}

function sentenceOf(over: Over | null): string | null {
  if (over === null) return null;
  const whose = over.whose === "run" ? "this run" : "this task";
  return `Reeve: the budget of ${whose} is used up (${over.left} was left, ${over.used} used since); no more requests are sent.`;
}
