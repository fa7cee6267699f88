/** The report as Markdown: for a terminal, a pull request, a message. What agents wrote is text here, never markup. */
import { countOf } from "../words.ts";
import type { Decision } from "./decisions.ts";
import type { Report } from "./report.ts";

const MERGED_MAX = 40;

export function reportMarkdown(report: Report, clock: (at: number) => string): string {
  const { project, run, at, headline, lede, figures } = report;
  const lines = [
    `# ${text(headline.join(" "))}`,
    "",
    `${text(project)} · ${run} · ${clock(at)}`,
    "",
    `${text(lede)} **${text(report.next)}**`,
    "",
    `| ${figures.map(({ value }) => cell(value)).join(" | ")} |`,
    `|${figures.map(() => "---").join("|")}|`,
    `| ${figures.map(({ label }) => cell(label)).join(" | ")} |`,
    ...section("Decide", report.decide.flatMap(decisionLines)),
    ...section("Look at first", [
      ...report.first.map(({ task, files, why }) => `- **${text(task)}**, ${text(files)}. ${text(why.join(" "))}`),
      ...(report.first.length === 0 ? [] : ["", `\`reeve review --run ${run}\``]),
    ]),
    ...section("Done, each with a receipt", mergedLines(report)),
    ...section(
      "Tried and given up",
      report.givenUp.map(({ task, title, tried, why, never }) => {
        const lost = never.length === 0 ? "" : ` Never begun because of it: ${never.map(text).join(", ")}.`;
        return `- **${text(task)}** ${text(title)}. ${text(tried)}. ${text(why)}${lost}`;
      }),
    ),
    ...section(
      "What failed, and what was decided",
      report.failed.map(({ what, tasks, decided }) => {
        const who = tasks.length === 0 ? "" : ` (${tasks.map(text).join(", ")})`;
        return `- **${text(what)}**${who}. ${text(decided)}`;
      }),
    ),
    ...section("Money", moneyLines(report)),
    ...section(
      "What advisors recommend",
      report.recommended.map((each) => `- ${text(each)}`),
    ),
    "",
    `Written by \`reeve report\` from records 1 to ${report.seq}.`,
  ];
  return `${lines.join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function decisionLines({ what, advice, detail, evidence, waiting, commands }: Decision): readonly string[] {
  const more = [detail, advice, ...evidence, waiting].filter((each): each is string => each !== null && each !== "");
  return [
    `- **${text(what)}**`,
    ...more.map((each) => `  - ${text(each)}`),
    ...commands.map((each) => `  - \`${each.replaceAll("`", "'")}\``),
  ];
}

function mergedLines({ merged, run }: Report): readonly string[] {
  if (merged.length === 0) return [];
  const rows = merged
    .slice(0, MERGED_MAX)
    .map(({ task, title, how, files, gates, cost }) =>
      [task, how === "" ? title : `${title} (${how})`, files, `${gates}`, cost].map(cell).join(" | "),
    );
  const more = merged.length > MERGED_MAX ? ["", `And ${countOf(merged.length - MERGED_MAX, "more task")}.`] : [];
  return [
    "| task | what | changed | gates | cost |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
    ...more,
    "",
    `\`reeve verify ${run}\``,
  ];
}

function moneyLines({ money }: Report): readonly string[] {
  const { total, budget, parts, spenders } = money;
  if (spenders.length === 0) return [];
  return [
    `${text(total)}${budget === null ? "" : ` ${budget}`}.${parts.length === 0 ? "" : ` ${parts.map(({ label, usd }) => `${label} $${usd.toFixed(2)}`).join(", ")}.`}`,
    "",
    ...spenders.map(({ who, used }) => `- ${text(who)}: ${text(used)}`),
  ];
}

/** What has a meaning in Markdown or HTML loses it. */
function text(given: string): string {
  return given.replace(/[\\*[\]<>|~]/g, "\\$&").replace(/\s*\n\s*/g, " ");
}

function cell(given: string): string {
  return text(given);
}
