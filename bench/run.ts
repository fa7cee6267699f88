/**
 * `npm run bench`: measures Reeve beside others, all in the same run on the same machine, and prints one table. A target
 * that was missed is marked, and is no failure of the program; a measurement that could not be made is.
 *
 *   node bench/run.ts [--record] [loop] [restart] [fleet] [open] [scale] [patterns] [worktrees] [merges] [gateway] [messages] [masking] [sandbox] [tick] [screens] [web]
 *
 * --record also writes the table into docs/benchmarks.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { patternRows, scaleRows } from "./engine/engine-rows.ts";
import { tickRows } from "./epic/tick-rows.ts";
import { gatewayRows } from "./gateway/gateway-rows.ts";
import { bulkRows, cleanRows, mergeRows, worktreeRows } from "./git/git-rows.ts";
import { openRows } from "./journal/open-rows.ts";
import { Lab } from "./lab.ts";
import { measureLoop } from "./loop/loop-rows.ts";
import { describeMachine, load } from "./machine.ts";
import { maskingRows } from "./masking/masking-rows.ts";
import { messageRows } from "./messages/message-rows.ts";
import { fleetRows, restartRows } from "./processes/process-rows.ts";
import { sandboxRows } from "./sandbox/sandbox-rows.ts";
import { screenRows } from "./screens/screen-rows.ts";
import { type Row, renderTable } from "./table.ts";
import { webRows } from "./web/web-rows.ts";

type Measure = (lab: Lab, reeve: string) => Promise<readonly Row[]>;

const MEASURES: Readonly<Record<string, Measure>> = {
  loop: measureLoop,
  restart: restartRows,
  fleet: fleetRows,
  open: openRows,
  scale: scaleRows,
  patterns: patternRows,
  worktrees: worktreeRows,
  merges: mergeRows,
  clean: cleanRows,
  bulk: bulkRows,
  gateway: gatewayRows,
  tick: tickRows,
  sandbox: sandboxRows,
  messages: messageRows,
  masking: maskingRows,
  screens: screenRows,
  web: webRows,
};

const wanted = process.argv.slice(2).filter((word) => word !== "--record");
const unknown = wanted.filter((name) => !(name in MEASURES));
if (unknown.length > 0) {
  console.error(`bench: there is no measurement ${unknown.join(", ")}; there are ${Object.keys(MEASURES).join(", ")}.`);
  process.exit(2);
}

const lab = new Lab();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void lab.close().then(() => process.exit(130)));
try {
  process.exitCode = await measureAll();
} finally {
  const left = await lab.close();
  if (left.length > 0) {
    console.error(`bench: these were left running and had to be ended: ${left.join("; ")}`);
    process.exitCode = 1;
  }
}

async function measureAll(): Promise<number> {
  const reeve = lab.installReeve();
  const machine = describeMachine(lab.dir);
  const loadBefore = load();
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`measuring: ${name}`);
    try {
      rows.push(...(await measure(lab, reeve)));
    } catch (error) {
      failures.push(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const text = [new Date().toISOString().slice(0, 10), machine, `load ${loadBefore} before and ${load()} after`].join(
    " · ",
  );
  console.log(`\n${text}\n\n${renderTable(rows)}\n`);
  for (const failure of failures) console.error(`bench: ${failure}`);
  if (process.argv.includes("--record")) record(`${text}\n\n${renderTable(rows)}`);
  return failures.length === 0 ? 0 : 1;
}

/** Between the two marks of the page; everything else of it is a person's. */
function record(text: string): void {
  const page = new URL("../docs/benchmarks.md", import.meta.url);
  const marks = /(<!-- figures -->\n)[\s\S]*(<!-- end of figures -->)/;
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace(marks, (_, begin, end) => `${begin}${text}\n${end}`),
  );
}
