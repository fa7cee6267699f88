/** The web view of a large run, in Chromium: until something is seen, and until a change is. */
import { existsSync } from "node:fs";
import { ms } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const PROGRAM = "/usr/bin/chromium";

interface Opened {
  readonly readMs: number;
  readonly paintMs: number;
  readonly boardMs: number;
  readonly updateMs: number;
  readonly updateMsMax: number;
}

export async function webRows(lab: Lab): Promise<Row[]> {
  if (!existsSync(PROGRAM)) {
    console.error(`bench: the web view is left out: there is no ${PROGRAM}.`);
    return [];
  }
  // A project of its own: without this file it would be that of the checkout around it.
  const root = lab.folder("web", { "reeve.yaml": "isolation: none\n" });
  const { events } = lab.measure<{ events: number }>("web/big-run.ts", root, 1_000, 50_000);
  const opened = lab.measure<Opened>("web/open-page.ts", root, PROGRAM);
  const of = `1,000 tasks, ${events.toLocaleString("en-US")} events`;
  const row = (what: string, took: number, beside: string, target: number): Row => ({
    what: `${what}, ${of}`,
    reeve: ms(took),
    beside,
    ratio: "",
    target: `< ${target} ms`,
    met: took < target,
  });
  return [
    row("web view: first paint", opened.paintMs, `board of all tasks after ${ms(opened.boardMs)}`, 500),
    row("web view: a change, from its arrival to the screen", opened.updateMs, `longest ${ms(opened.updateMsMax)}`, 50),
  ];
}
