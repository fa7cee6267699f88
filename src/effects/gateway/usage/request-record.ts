/** What is known of one request to a model API, in one form for all of them. No text of it, no key: counts and times. */
import type { TokenUsage } from "../../../domain/words/token-usage.ts";
import type { Vendor } from "../vendors.ts";

export interface RequestRecord {
  readonly agent: string;
  readonly attempt: string;
  readonly vendor: Vendor;
  /** Which key paid for it, as a name that tells nothing of the key. */
  readonly account: string;
  /** When it came in; milliseconds since 1970. */
  readonly at: number;
  /** As the answer calls it. */
  readonly model: string | null;
  /** Of the API's answer; null where there was none. */
  readonly status: number | null;
  /** The API's word for what went wrong, also in a stream that began well. */
  readonly error: string | null;
  /** When it is worth trying again, where the answer says so. */
  readonly retryAt: number | null;
  /** Null where the answer does not tell. */
  readonly tokens: TokenUsage | null;
  /** Null where no price is known. */
  readonly usd: number | null;
  /** Estimated by the list price of this model. */
  readonly like?: string;
  /** It waited here for so long, for a limit. */
  readonly heldMs: number;
  /** From being sent on to the first byte of the answer. */
  readonly firstByteMs: number | null;
  /** From being sent on to the end. */
  readonly totalMs: number;
  readonly ended: RequestEnd;
}

export type RequestEnd =
  | "whole"
  /** The API ended it in the middle, or could not be reached. */
  | "cut"
  | "client_gone"
  /** The gateway ended it: the budget was used up. */
  | "over_budget"
  /** Never sent on: the budget was used up before, or the account is held. */
  | "refused";
