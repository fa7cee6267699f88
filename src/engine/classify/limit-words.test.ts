/** How agents word a usage limit, of hours and of a week: each is seen as one, with the moment at which it is over. */
import { describe, expect, test } from "vitest";
import { classify } from "./classify.ts";
import { resolveRetry } from "./retry.ts";

/** A Saturday, 2025-11-15 12:00 UTC; 13:00 where the agents of these cases run. */
const NOW = Date.UTC(2025, 10, 15, 12);
const ZONE = "Europe/Berlin";
const utc = (day: number, hour: number, minute = 0) => Date.UTC(2025, 10, day, hour, minute);

describe("a usage limit in the words of an agent", () => {
  test.each([
    // Claude Code: five hours, a week, a model; with its zone, or as a number
    ["You've hit your session limit · resets 3pm (Europe/Berlin)", utc(15, 14)],
    ["You've hit your session limit · resets 3:45am (America/New_York)", utc(16, 8, 45)],
    ["You've hit your weekly limit · resets Nov 20, 5pm (Europe/Berlin)", utc(20, 16)],
    ["You've hit your weekly limit · resets Nov 20 at 5pm (Europe/Berlin) · progress saved", utc(20, 16)],
    ["You've hit your Opus limit · resets Mon 9am (Europe/Berlin)", utc(17, 8)],
    ["5-hour limit reached ∙ resets 11pm", utc(15, 22)],
    ["Claude AI usage limit reached|1763215200", 1_763_215_200_000],
    ["Claude usage limit reached. Your limit will reset at 6pm (Europe/London).", utc(15, 18)],
    // Codex: the same day, another day, and as a span; in the zone of its machine
    ["You've hit your usage limit. Upgrade to Pro, or try again at 4:31 PM.", utc(15, 15, 31)],
    [
      "You've hit your usage limit. Visit your settings to buy more, or try again at Nov 20th, 2025 4:31 PM.",
      utc(20, 15, 31),
    ],
    ["You've hit your usage limit. Try again in 3 days 4 hours 12 minutes.", NOW + (76 * 60 + 12) * 60_000],
    ["You've hit your usage limit. Try again in less than a minute, or try again in 1 minute.", NOW + 60_000],
    ['{"error":{"type":"usage_limit_reached","plan_type":"plus","resets_in_seconds":5400}}', NOW + 5_400_000],
    ['{"error":{"type":"usage_limit_reached","resets_at":1763215200}}', 1_763_215_200_000],
    // others
    ["429 Too Many Requests: rate limit exceeded, try again at 14:05 UTC", utc(15, 14, 5)],
    ["You have exhausted your daily quota on this model. Your quota will reset after 7h14m3s.", NOW + 26_043_000],
    ["Rate limit reached for model-x on tokens per min. Please try again in 2 hours 15 minutes.", NOW + 8_100_000],
  ])("%s", (text, at) => {
    const found = classify({ text, exitCode: 1, tool: "agent" });
    expect(found.class).toBe("rate_limit");
    expect(found.retry && NOW + resolveRetry(found.retry, NOW, ZONE) * 1000).toBe(at);
  });

  test.each([
    "You've hit your usage limit. Upgrade to go on.",
    "API Error: Request rejected (429) · This would exceed your rate limit.",
  ])("without a time says none: %s", (text) => {
    expect(classify({ text, exitCode: 1, tool: "agent" })).toMatchObject({ class: "rate_limit", retry: null });
  });
});
