/**
 * What a gateway is opened with and what it can be asked: the seam between the proxy and the run it serves. An attempt is
 * named by its agent and its id; an account by a name that tells nothing of its key.
 */
import type { Quote, TokenUsage } from "../../domain/words/token-usage.ts";
import type { StrangersBounds } from "../loopback/bound-strangers.ts";
import type { LineClock } from "./limits/account-line.ts";
import type { Allowance, Over } from "./usage/ledger.ts";
import type { RequestRecord } from "./usage/request-record.ts";
import type { Upstreams, Vendor } from "./vendors.ts";

export interface GatewayOptions extends GatewayListener {
  /** The run's folder, where address and secret are kept. */
  readonly runDir: string;
  readonly clock: LineClock;
  readonly upstreams: (agent: string) => Upstreams;
  /** Null where nobody knows. */
  readonly price: (agent: string, model: string | null, tokens: TokenUsage) => Quote | null;
  /** A request waits for a limit at most so long; beyond that it is answered with 429 and the time. */
  readonly waitMsMax?: number;
  /** For a proxy to the outside. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For tests: a smaller door. */
  readonly bounds?: Partial<StrangersBounds>;
}

/** None of these may throw. */
export interface GatewayListener {
  /** Once per request, when it is over. */
  readonly onRecord: (record: RequestRecord) => void;
  /** An attempt has spent more than it may; told once, until its budget is set anew. */
  readonly onOver: (attempt: string, over: Over) => void;
  /** An account has to wait for long; told once per limit, with the agents that are known to use it. */
  readonly onHold: (hold: AccountHold) => void;
  /** This machine takes no connections; a sentence. It may pass. */
  readonly onTrouble?: (sentence: string) => void;
}

export interface AccountHold {
  readonly account: string;
  readonly agents: readonly string[];
  readonly until: number;
}

export interface Gateway {
  readonly port: number;
  /** The base for all vendors: `<url>/<vendor>` is what an agent gets as base URL. */
  readonly url: (agent: string, attempt: string) => string;
  readonly urlFor: (agent: string, attempt: string, vendor: Vendor) => string;
  /** What is left from now on; null: no limit. */
  readonly setBudget: (attempt: string, left: Allowance | null) => void;
  readonly setRunBudget: (left: Allowance | null) => void;
  /** So much more may be used than before, by an attempt or by the run (null); without a limit it changes nothing. */
  readonly raise: (attempt: string | null, more: Allowance) => void;
  /** Nothing more is sent on for it: whoever is left of it would spend what nobody counts. */
  readonly end: (attempt: string) => void;
  readonly hold: (account: string, until: number) => void;
  readonly release: (account: string) => void;
  /** How many requests wait for a limit. */
  readonly waiting: () => number;
  /** Ends what is under way. */
  readonly close: () => Promise<void>;
}
