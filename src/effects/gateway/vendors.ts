/**
 * The model APIs the gateway stands in front of: where each really is, which variable tells an agent where to find it,
 * and what an error of each looks like. Data and small readings of it; nothing is sent from here.
 */

export const VENDORS = ["anthropic", "openai", "gemini"] as const;
export type Vendor = (typeof VENDORS)[number];

export type Env = Readonly<Record<string, string | undefined>>;
export type Upstreams = Readonly<Record<Vendor, string>>;

interface VendorFacts {
  /** Everything an agent adds to its base URL is added to this. */
  readonly upstream: string;
  /** The first is always set for an agent; the others only where the agent had them. */
  readonly variables: readonly string[];
}

const FACTS: Readonly<Record<Vendor, VendorFacts>> = {
  anthropic: { upstream: "https://api.anthropic.com", variables: ["ANTHROPIC_BASE_URL"] },
  openai: { upstream: "https://api.openai.com/v1", variables: ["OPENAI_BASE_URL", "COPILOT_PROVIDER_BASE_URL"] },
  gemini: { upstream: "https://generativelanguage.googleapis.com", variables: ["GOOGLE_GEMINI_BASE_URL"] },
};

/** Where an agent with this environment would have gone by itself. The first environment counts first. */
export function upstreamsOf(...envs: readonly Env[]): Upstreams {
  const of = (vendor: Vendor): string => {
    const { variables, upstream } = FACTS[vendor];
    const set = envs.flatMap((env) => variables.map((name) => env[name]?.trim() ?? "")).find((value) => value !== "");
    return (set ?? upstream).replace(/\/+$/, "");
  };
  return { anthropic: of("anthropic"), openai: of("openai"), gemini: of("gemini") };
}

/** What makes an agent go through the gateway. A proxy for the outside must not be asked for a loopback address. */
export function agentVariables(url: string, ...envs: readonly Env[]): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const vendor of VENDORS) {
    const [first = "", ...others] = FACTS[vendor].variables;
    const alike = others.filter((name) => envs.some((env) => env[name] !== undefined));
    for (const name of [first, ...alike]) variables[name] = `${url}/${vendor}`;
  }
  for (const name of ["NO_PROXY", "no_proxy"]) {
    const given = envs.map((env) => env[name]).find((value) => value !== undefined && value !== "");
    variables[name] = [...(given === undefined ? [] : [given]), "127.0.0.1"].join(",");
  }
  return variables;
}

/** An error of the gateway's own in the words of the API, so that the agent reads it as it reads others. */
export function errorBody(vendor: Vendor | null, status: number, type: string, message: string): string {
  if (vendor === "anthropic") return JSON.stringify({ type: "error", error: { type, message } });
  if (vendor === "gemini") return JSON.stringify({ error: { code: status, message, status: type.toUpperCase() } });
  return JSON.stringify({ error: { message, type, code: type } });
}
