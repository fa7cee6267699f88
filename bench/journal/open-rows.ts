/** What it takes to open a large run, as rows: to look at it, to work on it, and as a person's `reeve status`. */
import { spawnSync } from "node:child_process";
import { median, ms, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

interface Journal {
  readonly events: number;
  readonly records: number;
  readonly replayed: number;
}

const OPENINGS = 5;
const LOOKS = 11;

export async function openRows(lab: Lab, command: string): Promise<Row[]> {
  return [...openMillion(lab), statusRow(lab, command)];
}

function openMillion(lab: Lab): Row[] {
  const root = lab.folder("million");
  const journal = lab.measure<Journal>("journal/big-journal.ts", root, 1_000, 1_000_000);
  const openMs = (how: string): number =>
    median(
      Array.from({ length: OPENINGS }, () => lab.measure<{ ms: number }>("journal/open-journal.ts", root, how).ms),
    );
  const events = `${journal.events.toLocaleString("en-US")} events`;
  const beside = `${journal.replayed.toLocaleString("en-US")} of ${journal.records.toLocaleString("en-US")} records replayed`;
  return ["read", "write"].map((how) => {
    const took = openMs(how);
    const what = `opening a run of ${events} ${how === "read" ? "to look at it" : "to work on it"}`;
    return { what, reeve: ms(took), beside, ratio: "", target: "< 1 s", met: took < 1000 };
  });
}

function statusRow(lab: Lab, command: string): Row {
  const root = lab.folder("status");
  const journal = lab.measure<Journal>("journal/big-journal.ts", root, 1_000, 200_000);
  const timeMs = (args: readonly string[]): number => {
    const before = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: root, env: lab.env(), stdio: "ignore" });
    if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`);
    return performance.now() - before;
  };
  const looks = Array.from({ length: LOOKS }, () => ({
    node: timeMs(["-e", "0"]),
    status: timeMs([command, "status"]),
  }));
  const statusMs = median(looks.map((look) => look.status));
  const nodeMs = median(looks.map((look) => look.node));
  return {
    what: `reeve status, 1,000 tasks, ${journal.events.toLocaleString("en-US")} events`,
    reeve: ms(statusMs),
    beside: `node -e 0 ${ms(nodeMs)}`,
    ratio: times(statusMs / nodeMs),
    target: "< 150 ms",
    met: statusMs < 150,
  };
}
