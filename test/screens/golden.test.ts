/** The screens as a person sees them, word for word, on a headless terminal: golden files at the sizes people have. */
import { expect, it, test } from "vitest";
import { given } from "../../src/testing/given.ts";
import { done } from "../../src/testing/outcomes.ts";
import { lookOf } from "../../src/views/terminal/paint/look.ts";
import { Painter, type Size } from "../../src/views/terminal/paint/painter.ts";
import type { Watched } from "../../src/views/terminal/screens/watched.ts";
import { compose } from "../../src/views/terminal/ui/compose.ts";
import { FIRST_UI, goTo, type Place, type Ui } from "../../src/views/terminal/ui/ui.ts";
import { expectGolden } from "../golden-text.ts";
import { HeadlessTerminal } from "../headless-terminal.ts";
import {
  brakedScene,
  diffScene,
  logScene,
  manyAgentsScene,
  pastScene,
  runsScene,
  thousandScene,
} from "./more-scenes.ts";
import { busyScene, watchedOf } from "./scene.ts";

process.env["TZ"] = "UTC";

const AROUND = { project: "shop", named: null, isOwn: false } as const;

async function seen(watched: Watched, ui: Ui, size: Size, env: NodeJS.ProcessEnv = { NO_COLOR: "1", LANG: "C.UTF-8" }) {
  const terminal = new HeadlessTerminal(size);
  const sent: string[] = [];
  new Painter((bytes) => void sent.push(bytes), lookOf(env)).paint(compose(ui, watched, AROUND, size), size);
  for (const bytes of sent) await terminal.write(bytes);
  return terminal;
}

const at = (place: Place): Ui => goTo(FIRST_UI, place);
const SMALL = { columns: 80, rows: 24 };

const SIZES = [SMALL, { columns: 100, rows: 30 }, { columns: 120, rows: 40 }, { columns: 200, rows: 60 }] as const;

const SCREENS: readonly (readonly [name: string, watched: () => Watched, ui: Ui])[] = [
  ["now", busyScene, FIRST_UI],
  ["tree", busyScene, at({ screen: "tree" })],
  ["task", busyScene, at({ screen: "task", task: "prices" })],
  ["log", logScene, at({ screen: "log", task: "refunds" })],
  ["diff", diffScene, at({ screen: "diff", task: "invoices" })],
  ["time", busyScene, at({ screen: "time" })],
  ["money", busyScene, at({ screen: "money" })],
  ["runs", runsScene, at({ screen: "runs" })],
  ["help", busyScene, at({ screen: "help" })],
  ["braked", brakedScene, FIRST_UI],
  ["past", pastScene, at({ screen: "money" })],
  ["thousand", thousandScene, FIRST_UI],
  ["thousand-time", thousandScene, at({ screen: "time" })],
  ["many-agents", manyAgentsScene, FIRST_UI],
  ["many-agents-money", manyAgentsScene, at({ screen: "money" })],
];

/** Every screen at every size in one file each, so that a review shows how it grows and shrinks. */
test.each(SCREENS)("the screen %s at all sizes", async (name, watched, ui) => {
  const shown: string[] = [];
  for (const size of SIZES) {
    const terminal = await seen(watched(), ui, size);
    expect(terminal.rows.length).toBe(size.rows);
    shown.push(`${size.columns}×${size.rows} ${"=".repeat(size.columns - 8)}\n${terminal.text}\n`);
    terminal.dispose();
  }
  expectGolden(`screens/${name}`, shown.join("\n"));
});

test.each([
  ["large", { columns: 165, rows: 46 }],
  ["narrow", { columns: 60, rows: 14 }],
  ["tiny", { columns: 36, rows: 6 }],
] as const)("Now where the terminal is %s", async (name, size) => {
  const terminal = await seen(busyScene(), FIRST_UI, size);
  expectGolden(`screens/now-${name}`, `${terminal.text}\n`);
  terminal.dispose();
});

it("says what comes next where nothing needs anybody", async () => {
  const run = given({ tasks: ["a", { id: "b", dependsOn: ["a"] }] }).up("a.1");
  const terminal = await seen(watchedOf(run), FIRST_UI, SMALL);
  expect(terminal.text).toContain("Nothing needs you. 1 at work.");
  terminal.dispose();
});

it("shows the same letters with colours, and colours the signs alone", async () => {
  const plain = await seen(busyScene(), FIRST_UI, SMALL);
  const coloured = await seen(busyScene(), FIRST_UI, SMALL, { TERM: "xterm-256color", LANG: "C.UTF-8" });
  expect(coloured.rows).toEqual(plain.rows);
  const row = plain.rows.findIndex((text) => text.startsWith("▸?"));
  expect(coloured.colourAt(row, 1)).toBe(212);
  expect(coloured.colourAt(row, 4)).toBe(0);
  plain.dispose();
  coloured.dispose();
});

it("is plain ASCII where the locale is", async () => {
  const terminal = await seen(busyScene(), FIRST_UI, SMALL, { NO_COLOR: "1", LC_ALL: "C" });
  expect(terminal.text).not.toMatch(/[^\n -~]/);
  expect(terminal.text).toContain("NEEDS YOU 2 -----");
  terminal.dispose();
});

it("fits a run of a thousand tasks on one screen, and all of it into a bar", async () => {
  const tasks = Array.from({ length: 1_000 }, (_, n) =>
    n < 20 ? `task-${n}` : { id: `task-${n}`, dependsOn: [`task-${n % 20}`] },
  );
  const run = given({ tasks, settings: { maxParallel: 12 } });
  for (let n = 0; n < 12; n += 1) run.up(`task-${n}.1`);
  run.ends("task-0.1", done("task-0"));
  const terminal = await seen(watchedOf(run), FIRST_UI, SMALL);
  expect(terminal.rows[0]).toContain("1 of 1000");
  expect(terminal.text).toContain("●10 ");
  expect(terminal.text).toMatch(/WAITING 9\d\d/);
  expect(terminal.rows.at(-1)).toContain("a answer");
  terminal.dispose();
});
