/**
 * What a tick takes that finds nothing to decide, as rows: for a small epic, and for one of 500 items with a log of 5 MB; beside the
 * bare start of Node. Pauli is an agent that leaves a trace: a tick that asked would fail the measurement, so tokens are 0.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { median, ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const TICKS = 15;
const NOTHING_TO_DO = 9;
const TARGET_MS = 150;

export async function tickRows(lab: Lab, command: string): Promise<Row[]> {
  const small = projectWith(lab, epicText(5, 10));
  const large = projectWith(lab, epicText(500, 50_000));
  // By turns, so that whatever else the machine does meets all three alike.
  const turns = Array.from({ length: TICKS }, () => ({
    node: spentMs(lab, small, ["-e", "0"], 0),
    small: spentMs(lab, small, [command, "tick", "epic.md"], NOTHING_TO_DO),
    large: spentMs(lab, large, [command, "tick", "epic.md"], NOTHING_TO_DO),
  }));
  if ([small, large].some((root) => existsSync(join(root, "asked")))) throw new Error("a tick asked somebody");
  const of = (name: "node" | "small" | "large"): number => median(turns.map((turn) => turn[name]));
  return [
    {
      what: "a tick with nothing to decide, 0 tokens",
      reeve: ms(of("small")),
      beside: `node alone ${ms(of("node"))}`,
      ratio: times(of("small") / of("node")),
      target: `< ${TARGET_MS} ms`,
      met: of("small") < TARGET_MS,
    },
    {
      what: "the same, 500 items and a log of 5 MB",
      reeve: ms(of("large")),
      beside: `the small one ${ms(of("small"))}`,
      ratio: times(of("large") / of("small")),
      target: "≤ 2×",
      met: of("large") <= 2 * of("small"),
    },
  ];
}

function projectWith(lab: Lab, text: string): string {
  const config =
    "agents: { a: { adapter: command, command: [/usr/bin/touch, asked] } }\nepic: { pauli: { agent: a }, marsha: { agent: a } }\n";
  return lab.folder("epic", { "epic.md": text, "reeve.yaml": config });
}

function spentMs(lab: Lab, cwd: string, args: readonly string[], expected: number): number {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, args, { cwd, env: lab.env(), stdio: "ignore" });
  if (status !== expected) throw new Error(`it ended with ${status}`);
  return performance.now() - before;
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
