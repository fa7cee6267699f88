/** Prices and the gateway as a run needs them: from its configuration, in its folder. Loaded only where they are used. */
import { tellsOf } from "../../config/adapter-costs.ts";
import type { Config } from "../../domain/spec/config.ts";
import type { Gateway, GatewayListener } from "../../effects/gateway/gateway-port.ts";
import { upstreamsOf } from "../../effects/gateway/vendors.ts";
import type { RunPlace } from "../run/run-place.ts";
import type { Clock } from "../time/clock.ts";
import type { Price } from "./spending.ts";

type Agents = Pick<Config, "agents" | "gateway">;

/** Undefined where nobody will ask: the list is large. */
export async function pricesFor({ agents, gateway }: Agents, clock: Clock): Promise<Price | undefined> {
  if (!gateway && Object.values(agents).every(({ adapter }) => tellsOf(adapter) !== "tokens")) return undefined;
  const { quoteOf } = await import("../../effects/prices/price-of.ts");
  return (agent, model, tokens) => quoteOf(model, tokens, clock.now(), agents[agent]?.price);
}

export async function openRunGateway(
  { agents }: Agents,
  place: RunPlace,
  clock: Clock,
  price: Price,
  listener: GatewayListener,
): Promise<Gateway> {
  const [{ openGateway }, { RequestLog }] = await Promise.all([
    import("../../effects/gateway/gateway.ts"),
    import("../../effects/gateway/usage/request-log.ts"),
  ]);
  const log = new RequestLog(place.dir);
  const onRecord: GatewayListener["onRecord"] = (record) => {
    log.add(record);
    listener.onRecord(record);
  };
  const upstreams = (agent: string) => upstreamsOf(agents[agent]?.env ?? {}, process.env);
  return openGateway({ runDir: place.dir, clock, upstreams, price, ...listener, onRecord });
}
