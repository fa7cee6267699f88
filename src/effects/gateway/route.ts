/** Which attempt a request belongs to, where it goes, and who pays for it: read from its address and headers. Pure. */
import { createHmac } from "node:crypto";
import { type Caller, callerOf } from "../loopback/attempt-token.ts";
import { type Headers, one } from "./limits/limit-headers.ts";
import { type Upstreams, VENDORS, type Vendor } from "./vendors.ts";

export interface Route extends Caller {
  readonly vendor: Vendor;
  /** What follows in the address, query and all. */
  readonly rest: string;
  readonly account: string;
}

/** `/<token>/<vendor>/…`; null where the token is not of this run or the vendor unknown. */
export function routeOf(url: string, headers: Headers, secret: string): Route | null {
  const [, token = "", name = "", rest = ""] = /^\/([^/?]+)\/([a-z]+)(?=[/?]|$)(.*)$/s.exec(url) ?? [];
  const vendor = VENDORS.find((known) => known === name);
  const caller = callerOf(token, secret);
  if (!vendor || !caller) return null;
  const paysWith = credential(headers, rest);
  // Without a key nothing tells accounts apart but the agent's name.
  const account = paysWith === "" ? `${vendor}:${caller.agent}` : accountName(vendor, paysWith, secret);
  return { ...caller, vendor, rest, account };
}

/** Who pays, without keeping what it pays with: the same key gives the same name within a run, and tells nothing. */
function accountName(vendor: string, key: string, secret: string): string {
  return `${vendor}:${createHmac("sha256", secret).update(`account\n${key}`).digest("hex").slice(0, 12)}`;
}

/** Null where the address the agent was configured with is none. */
export function targetOf({ vendor, rest }: Route, upstreams: Upstreams): URL | null {
  const target = URL.parse(`${withoutVersion(upstreams[vendor], rest)}${rest}`);
  return target?.protocol === "http:" || target?.protocol === "https:" ? target : null;
}

/** Agents differ in whether the version of the API is part of the base URL; said twice, it is meant once. */
function withoutVersion(upstream: string, rest: string): string {
  const [version = ""] = /^\/v1(?:beta)?(?=\/)/.exec(rest) ?? [];
  return version !== "" && upstream.endsWith(version) ? upstream.slice(0, -version.length) : upstream;
}

function credential(headers: Headers, rest: string): string {
  const sent = ["x-api-key", "x-goog-api-key", "authorization", "api-key"].map((name) => one(headers, name));
  const inAddress = new URLSearchParams(rest.slice(rest.indexOf("?") + 1)).get("key") ?? "";
  return [...sent, inAddress].find((value) => value !== "") ?? "";
}
