/** What the models of an agent's tiers cost, so that a raise is priced as the higher one. Looked up only where tiers differ. */
import type { Config } from "../../domain/spec/config.ts";
import type { Settings, TierSettings } from "../../domain/spec/settings.ts";

/** Of an agent at work, most of what it reads is known to the cache. */
const USUAL = { input: 150_000, output: 50_000, cacheRead: 700_000, cacheWrite: 100_000 } as const;

export async function withTierPrices(settings: Settings, { agents }: Config, now: number): Promise<Settings> {
  if (Object.values(settings.agents).every(({ tiers }) => tiers.length < 2)) return settings;
  const { quoteOf } = await import("../../effects/prices/price-of.ts");
  const priced = (agent: string, tier: TierSettings): TierSettings => {
    const usdPerMillion = quoteOf(tier.model, USUAL, now, agents[agent]?.price)?.usd ?? null;
    return usdPerMillion === null ? tier : { ...tier, usdPerMillion };
  };
  const entries = Object.entries(settings.agents).map(([name, agent]) => [
    name,
    agent.tiers.length < 2 ? agent : { ...agent, tiers: agent.tiers.map((tier) => priced(name, tier)) },
  ]);
  return { ...settings, agents: Object.fromEntries(entries) };
}
