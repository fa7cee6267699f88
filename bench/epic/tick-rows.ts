/** What a tick takes that finds nothing to decide, as rows: for a small epic, and for one of 500 items with a log of 5 MB. */
import { spawnSync } from "node:child_process";
import { median, ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const TICKS = 11;
const NOTHING_TO_DO = 9;
const TARGET_MS = 150;

export async function tickRows(lab: Lab, command: string): Promise<Row[]> {
  const small = tickMs(lab, command, epicText(5, 10));
  const large = tickMs(lab, command, epicText(500, 50_000));
  return [
    {
      what: "a tick with nothing to decide",
      reeve: ms(small),
      beside: "",
      ratio: "",
      target: `< ${TARGET_MS} ms`,
      met: small < TARGET_MS,
    },
    {
      what: "the same, 500 items and a log of 5 MB",
      reeve: ms(large),
      beside: `the small one ${ms(small)}`,
      ratio: times(large / small),
      target: "≤ 2×",
      met: large <= 2 * small,
    },
  ];
}

function tickMs(lab: Lab, command: string, text: string): number {
  const root = lab.folder("epic", { "epic.md": text });
  return median(
    Array.from({ length: TICKS }, () => {
      const before = performance.now();
      const { status } = spawnSync(process.execPath, [command, "tick", "epic.md"], {
        cwd: root,
        env: lab.env(),
        stdio: "ignore",
      });
      if (status !== NOTHING_TO_DO) throw new Error(`the tick ended with ${status}`);
      return performance.now() - before;
    }),
  );
}

function epicText(items: number, lines: number): string {
  const rows = Array.from(
    { length: items },
    (_, at) => `| ${at} | item-${at} | Title ${at} | in_progress | a | | | dispatch=d${at} |\n`,
  );
  const log = Array.from(
    { length: lines },
    (_, at) =>
      `- 2026-01-01T00:00:00Z Something happened and is told here at some length, entry ${at}. Next: item-1.\n`,
  );
  return `---\nid: e\nstatus: in_progress\n---\n# E\n\n## Supervisor State\n\n- Phase: dispatch\n\n### Work Items\n\n| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |\n|---|---|---|---|---|---|---|---|\n${rows.join("")}\n## Supervisor Log\n\n${log.join("")}`;
}
