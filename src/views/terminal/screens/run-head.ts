/** The first two rows of the screen of a run: which, how far, what it cost, how long; and every task as a sign. */
import { plainText } from "../../words.ts";
import { bold, dim, type Line, span, spread } from "../paint/line.ts";
import { ageText, budgetMoney, clockMinutes, moneyText } from "../paint/short-times.ts";
import { tally } from "./signs.ts";
import type { Watched } from "./watched.ts";

export function runHead(watched: Watched, width: number): Line[] {
  const { view, now } = watched;
  const { run, counts, total } = view;
  const name: Line = [span(" "), bold(run.id), span(` ${plainText(run.title)}`)];
  const took = ageText((run.endedAt ?? now) - run.createdAt);
  const right: Line = [
    ...phaseSpans(watched),
    bold(`${counts.done}`),
    span(` of ${total}   `),
    ...moneySpans(watched),
    span(`   ${took}`),
  ];
  const moving = countSpans(watched, width);
  const room = width - 2 - moving.reduce((sum, { text }) => sum + text.length, 0);
  return [spread(name, right, width), spread([span(" "), ...tally(view.tasks, Math.max(10, room - 2))], moving, width)];
}

/** `r17 › Time` with what belongs beside it. */
export function screenHead({ view, isPast, now }: Watched, name: string, right: Line, width: number): Line {
  const past: Line = isPast ? [span("  "), span(`as of ${clockMinutes(now)}`, "backoff")] : [];
  return spread([span(" "), bold(view.run.id), span(" › "), bold(name), ...past], right, width);
}

export function moneySpans({ view }: Watched): Line {
  const { usage, budgets } = view;
  if (usage.tokens === 0 && usage.usdKnown === 0) return [];
  const spent = usage.usd === null ? (usage.usdKnown > 0 ? `≥${moneyText(usage.usdKnown)}` : "") : moneyText(usage.usd);
  if (spent === "") return [];
  return [bold(spent), span(budgets.usd === undefined ? "" : ` of ${budgetMoney(budgets.usd)}`)];
}

const PHASES: Readonly<Record<string, string>> = {
  paused: "paused",
  stopping: "stopping",
  stopped: "stopped",
  halted: "halted",
  ended: "ended",
};

function phaseSpans({ view, isPast, isWorked, now }: Watched): Line {
  if (isPast) return [span(`as of ${clockMinutes(now)}`, "backoff"), span("   ")];
  const word = PHASES[view.run.phase];
  if (word === undefined) return isWorked ? [] : [span("no Reeve at work", "backoff"), span("   ")];
  const tone = word === "halted" ? "braked" : word === "ended" ? "done" : "backoff";
  return [span(word, tone), span("   ")];
}

function countSpans({ view }: Watched, width: number): Line {
  const { counts, slots } = view;
  const parts: Line[] = [
    ...(counts.working > 0 ? [[span(`${counts.working} work`, "working")]] : []),
    ...(counts.verifying > 0 ? [[span(`${counts.verifying} proof`, "proving")]] : []),
    ...(counts.integrating > 0 ? [[span(`${counts.integrating} merge`, "merging")]] : []),
    ...(width >= 70 && view.run.phase !== "ended" ? [[dim(`${slots.used} of ${slots.of} slots`)]] : []),
  ] as Line[];
  return parts.flatMap((part, n) => (n === 0 ? part : [span("  "), ...part]));
}
