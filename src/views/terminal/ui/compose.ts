/** The whole screen as rows: panes beside and below each other, what is typed or said above the keys, the keys at the bottom. */
import type { Act } from "../../model/act.ts";
import { plainText, wrap } from "../../words.ts";
import { beside, bold, clipLine, dim, EMPTY, hanging, type Line, span } from "../paint/line.ts";
import type { Size } from "../paint/painter.ts";
import { moneyText } from "../paint/short-times.ts";
import { layOut, section } from "../screens/screen.ts";
import { rowSign } from "../screens/signs.ts";
import type { Watched } from "../screens/watched.ts";
import { rowOf } from "./acts-for.ts";
import { commandLine } from "./command-line.ts";
import { type Entry, halves } from "./entry.ts";
import { keysLine } from "./keys-line.ts";
import { meantBlock, type Pane, panesOf } from "./panes.ts";
import { placeOf, type Ui } from "./ui.ts";

export interface Around {
  /** What the project is called. */
  readonly project: string;
  /** The run is named in commands, because it is not the newest. */
  readonly named: string | null;
  /** The run is worked by this very process. */
  readonly isOwn: boolean;
}

const SMALL = { columns: 40, rows: 8 } as const;

export function compose(ui: Ui, watched: Watched, around: Around, size: Size): Line[] {
  if (size.columns < SMALL.columns || size.rows < SMALL.rows) return tiny(watched, size);
  const panes = panesFor(ui, watched, around, size);
  const acts = rowOf(meantBlock(ui, panes), watched)?.acts ?? [];
  const bottom = bottomLines(ui, around, size.columns, watched.isPast ? [] : acts);
  const body = drawn(panes, size.columns);
  const room = size.rows - bottom.length;
  return [...body.slice(0, room), ...Array.from({ length: Math.max(0, room - body.length) }, () => EMPTY), ...bottom];
}

/** The last row, and the one above it, are for keys and for what is said. */
export function panesFor(ui: Ui, watched: Watched, { project }: Around, size: Size): readonly [Pane, ...Pane[]] {
  return panesOf(ui, watched, project, { columns: size.columns, rows: size.rows - 2 });
}

function drawn([list, ...others]: readonly [Pane, ...Pane[]], columns: number): Line[] {
  const rowsOf = ({ view, cursor, width, height, isActive }: Pane) => layOut(view, cursor, width, height, isActive);
  const [task, time] = others;
  if (task === undefined) return rowsOf(list);
  const top = beside(layOut(list.view, list.cursor, list.width, list.height), rowsOf(task), list.width + 1);
  return time === undefined ? top : [...top, section("TIME", columns), ...rowsOf({ ...time, height: time.height - 1 })];
}

/** At least two rows. */
function bottomLines(ui: Ui, around: Around, width: number, acts: readonly Act[]): Line[] {
  const { entry, message, filter } = ui;
  const keys = keysLine(placeOf(ui).screen, width, around.isOwn, acts);
  if (entry?.purpose.for === "act") return actLines(entry, message, around, width);
  if (entry !== null) return [[span(entry.purpose.for === "filter" ? " /" : " :"), ...typing(entry)], keys];
  if (message !== null) return [...saidLines(message, width), keys];
  return [filter === "" ? EMPTY : [span(" /"), bold(filter), dim("  Esc shows all")], keys];
}

/** Its first paragraph: what comes below it in a command's output is on the task's own screen. */
function saidLines({ text, tone }: NonNullable<Ui["message"]>, width: number): Line[] {
  return wrap(text.split("\n")[0] ?? "", width - 2)
    .slice(0, 4)
    .map((row): Line => [span(` ${row}`, tone)]);
}

function typing(entry: Entry): Line {
  const [before, after] = halves(entry);
  return [span(before), span("█"), span(after)];
}

const ASKS = {
  answer: "Your answer?",
  because: "Why?",
  text: "What do you say?",
  usd: "How many US dollars?",
} as const;

function asksOf({ asks, order }: Act): string | null {
  if (order?.type === "retry") return "What has changed?";
  return asks === null ? null : ASKS[asks];
}

/** It names the object, says what it is about, and shows the command that does the same. */
function actLines(entry: Entry, message: Ui["message"], { named }: Around, width: number): Line[] {
  if (entry.purpose.for !== "act") return [];
  const { act, about, reason } = entry.purpose;
  const object = act.command
    .split(" ")
    .slice(1)
    .find((word, n) => n > 0 && !word.startsWith("-") && !/^["…]/.test(word));
  const question = asksOf(act);
  const asks = question === null ? [] : wrapTyping(question, entry, width);
  const cycle: Line = reason === undefined ? [] : [bold("Tab "), span(`because ${reason}  `)];
  const name = `${act.verb.toLowerCase()}${object === undefined ? "" : ` ${object}`}`;
  return [
    section(
      name.toUpperCase().startsWith(act.verb.toUpperCase())
        ? `${act.verb.toUpperCase()}${object === undefined ? "" : ` ${object}`}`
        : name,
      width,
    ),
    ...wrap(plainText(about), width - 2)
      .slice(0, 3)
      .map((row): Line => [span(` ${row}`)]),
    ...asks,
    ...(message === null ? [] : saidLines(message, width)),
    ...hanging([dim(" $ ")], commandLine(act, entry.text, reason, named), width, { weight: "dim" }).slice(0, 3),
    [span(" "), bold("Enter "), span(`${name}  `), ...cycle, bold("Esc "), span("leave it")],
  ];
}

/** Long words are typed over several rows; the last ones are seen. */
function wrapTyping(question: string, entry: Entry, width: number): Line[] {
  const [before, after] = halves(entry);
  const rows = wrap(`${question}  ${before}█${after}`, width - 2).slice(-4);
  return rows.map((row): Line => [span(` ${row}`)]);
}

/** Where nothing else fits: how many things need you, how far it is, and the first of them. */
function tiny({ rows, view, calm }: Watched, size: Size): Line[] {
  const { counts, total, usage } = view;
  const money = usage.usdKnown > 0 ? ` · ${moneyText(usage.usdKnown)}` : "";
  const [first] = rows;
  const lines: Line[] = [
    [bold(`${rows.length} need${rows.length === 1 ? "s" : ""} you`), span(` · ${counts.done} of ${total}${money}`)],
    first === undefined ? [span(calm)] : [rowSign(first), span(` ${first.what}`)],
  ];
  return lines.slice(0, size.rows).map((line) => clipLine(line, size.columns));
}
