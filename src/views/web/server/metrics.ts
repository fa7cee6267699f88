/** How the newest run of each project stands, in the text form Prometheus reads. */
import { TASK_STATES } from "../../../app/look/parts/task-view.ts";
import type { overview } from "./overview.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Overview = Awaited<ReturnType<typeof overview>>;

export function metricsText({ projects, needs }: Overview): string {
  const runs = projects.flatMap(({ id, run }) => (run === null ? [] : [{ id, run }]));
  // By the name in addresses: two folders may be called alike, and no series may be there twice.
  const labels = ({ id, run }: (typeof runs)[number]) => `project="${escaped(id)}",run="${escaped(run.run)}"`;
  return [
    ...family("reeve_tasks", "gauge", "Tasks of the newest run, by state.", [
      ...runs.flatMap((each) =>
        TASK_STATES.map(
          (state) =>
            [
              `{${labels(each)},state="${state}"}`,
              each.run.tasks.filter((task) => task.state === state).length,
            ] as const,
        ),
      ),
    ]),
    ...family(
      "reeve_usd_total",
      "counter",
      "Dollars the newest run has used, as far as prices are known.",
      runs.map((each) => [`{${labels(each)}}`, each.run.usd]),
    ),
    ...family(
      "reeve_attempts_total",
      "counter",
      "Attempts of the newest run.",
      runs.map((each) => [`{${labels(each)}}`, each.run.attempts]),
    ),
    ...family(
      "reeve_needs_you",
      "gauge",
      "Rows that need a person.",
      runs.map((each) => [`{${labels(each)}}`, needs.filter(({ project }) => project === each.id).length]),
    ),
    "",
  ].join("\n");
}

function family(name: string, type: string, about: string, rows: readonly (readonly [string, number])[]): string[] {
  return [
    `# HELP ${name} ${about}`,
    `# TYPE ${name} ${type}`,
    ...rows.map(([labels, value]) => `${name}${labels} ${value}`),
  ];
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
