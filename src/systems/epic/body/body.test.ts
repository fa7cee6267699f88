/** The body of an epic: read by position, changed in place, and a person's text stays byte for byte. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Changes } from "./epic-body.ts";
import { fieldsOf, withFields } from "./notes.ts";
import { type BodyRead, readBody } from "./read-body.ts";
import { writeBody } from "./write-body.ts";

const bodyOf = (text: string) => {
  const read = readBody(text, "epics/e.md");
  if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
  return read.body;
};
const told = (read: BodyRead) =>
  read.ok ? ["ok"] : read.mistakes.map(({ line, what, hint }) => `${line}: ${what} — ${hint}`);

const HEAD = "---\nid: e\n# why\ntitle: E\nstatus: queued # by me\n---\n";
const ITEMS =
  "### Work Items\n\n| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |\n|---|---|---|---|---|---|---|---|\n";
const row = (id: string, status: string, notes = "") => `| 1 | ${id} | T \\| t | ${status} |  |  |  | ${notes} |\n`;
const CHANGES: Changes = {
  status: "in_progress",
  state: { Phase: "dispatch", "Last checkpoint": "2026-01-01T00:00:00Z" },
  row: { tick: "2026-01-01T00:00:00Z", decision: "dispatch a|b", class: "dispatch_ok", notes: "x" },
  added: [{ id: "n", title: "New | one", status: "ready", notes: "kind=code" }],
  log: ["2026-01-01T00:00:00Z dispatched a"],
  entries: [{ section: "Dispatch Brief", heading: "a", text: "Accept: it works" }],
};

const line = fc.oneof(
  fc.constantFrom(
    ...[
      "# Top",
      "## Notes",
      "### Work",
      "```",
      "~~~",
      "```md",
      "<!--",
      "-->",
      "| a | b \\| c |",
      "|---|---|",
      "",
      "---",
      "===",
      "My notes",
      "> q",
    ],
    ...["\t- x", "## Supervisor", "Phase: mine", "- Status: x", "🦊 é — ‘q’", "    ## Supervisor Log", "status: done"],
  ),
  fc.string({ maxLength: 20, unit: "binary" }).map((text) => text.replace(/[\r\n\u2028\u2029]/g, " ")),
);
/** Closed at its end, so that sections can follow. */
const markdown = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, eol, isEnded]) => ({ text: lines.join(eol) + (isEnded ? eol : ""), eol }));

test("a write adds what it adds, and every byte a person wrote stays, whatever it is", () => {
  fc.assert(
    fc.property(markdown, ({ text, eol }) => {
      const head = HEAD.replaceAll("\n", eol);
      const read = readBody(head + text, "e.md");
      if (!read.ok) {
        expect(told(read).join()).toMatch(/never closed/);
        return;
      }
      const once = writeBody(read.body, CHANGES);
      expect(once.startsWith(head.replace("queued", "in_progress") + text)).toBe(true);
      const after = bodyOf(once);
      expect(after.persons.startsWith(text)).toBe(true);
      expect(after.items.map(({ id, title, status }) => ({ id, title, status }))).toEqual([
        { id: "n", title: "New | one", status: "ready" },
      ]);
      expect(after.patterns).toEqual([CHANGES.row]);
      const twice = bodyOf(
        writeBody(after, { ...CHANGES, added: [], items: { n: { status: "queued", notes: "a | b" } } }),
      );
      expect(twice.persons).toBe(after.persons);
      expect(twice.items[0]).toMatchObject({ status: "queued", notes: "a | b", title: "New | one" });
      expect(twice.patterns).toHaveLength(2);
      expect(twice.text.match(/^### a\r?$/gm)).toHaveLength(1);
    }),
    { numRuns: 400 },
  );
});

test("a person's text between and behind the owned sections stays where it is", () => {
  const log = "## Supervisor Log\n\n- old\n\n## My notes\n\nkeep\n";
  const text = `${HEAD}Goal.\n\n## Supervisor State\n\n- Phase: orient\nmine\n\n${ITEMS}${row("a", "queued")}\nalso mine\n\n${log}`;
  const after = writeBody(bodyOf(text), { state: { Phase: "halt" }, items: { a: { status: "done" } }, log: ["new"] });
  expect(after).toBe(
    text
      .replace("Phase: orient", "Phase: halt")
      .replace("| queued |", "| done |")
      .replace("- old\n", "- old\n- new\n")
      // Pattern Memory was not there yet.
      .concat("\n## Pattern Memory\n\n| Tick | Decision | Class | Notes |\n|---|---|---|---|\n"),
  );
});

test("an entry that is written again leaves an underlined section of a person's below it alone", () => {
  const mine = "My notes\n--------\n\nkeep\n";
  const text = `${HEAD}## Dispatch Brief\n\n### a\n\nold words\n\n${mine}`;
  const after = writeBody(bodyOf(text), { entries: [{ section: "Dispatch Brief", heading: "a", text: "new words" }] });
  expect(after).toContain("new words");
  expect(after).not.toContain("old words");
  expect(after).toContain(mine);
  expect(bodyOf(after).persons).toContain(mine);
});

test("Pattern Memory keeps its newest 16 rows", () => {
  let body = bodyOf(HEAD);
  for (let tick = 1; tick <= 20; tick += 1)
    body = bodyOf(writeBody(body, { row: { tick: `${tick}`, decision: "d", class: "-", notes: "" } }));
  expect(body.patterns.map(({ tick }) => tick)).toEqual(Array.from({ length: 16 }, (_, at) => `${at + 5}`));
});

describe("what is broken by hand is told with its line", () => {
  const table = (rows: string) => `${HEAD}\n## Supervisor State\n\n${ITEMS}${rows}`;
  test.each([
    [
      "a row with a cell too few",
      table("| 1 | a | queued |\n"),
      "14: Work Items: a row has 3 cells, but the table has 8 columns",
    ],
    ["an unescaped bar", table("| 1 | a | x | y | ready | | | | n |\n"), "14: Work Items: a row has 9 cells"],
    [
      "a row without its last bar",
      table("| 1 | a | t | ready |  |  |  | n\n"),
      "14: Work Items: a row of the table does not begin and end",
    ],
    [
      "no line of dashes",
      `${HEAD}\n### Work Items\n\n| # | ID |\n| 1 | a |\n`,
      "10: Work Items: the table has no line of dashes",
    ],
    [
      "a missing column",
      `${HEAD}\n### Work Items\n\n| # | ID |\n|---|---|\n`,
      "9: Work Items: the table has no column Title",
    ],
    ["an id twice", table(row("a", "ready") + row("a", "ready")), '15: Work Items: the ID "a" is there twice'],
    ["a section twice", `${HEAD}\n## Supervisor Log\n\n## Supervisor Log\n`, "10: the section"],
    ["a front matter", "---\nid: a: b\n---\n", "2:"],
    [
      "an unknown status of the epic",
      "---\nid: a\nstatus: quued\n---\n",
      '3: the epic\'s status "quued" is none — did you mean queued?',
    ],
  ])("%s", (_what, text, sentence) => {
    expect(told(readBody(text, "e.md")).join("\n")).toContain(sentence);
  });

  test("an unknown status concerns its row only", () => {
    const body = bodyOf(table(row("a", "in-progres") + row("b", "In Progress")));
    expect(body.items.map(({ status }) => status)).toEqual([null, "in_progress"]);
    expect(body.warnings.map(({ line: at, hint }) => [at, hint])).toEqual([[14, "did you mean in_progress?"]]);
  });

  test("headings and tables in fences are none of ours", () => {
    const body = bodyOf(`${HEAD}\n\`\`\`\n## Supervisor Log\n| 1 | 2\n\`\`\`\n`);
    expect(body.sections).toEqual({});
  });
});

test("a part of the notes is set without touching words around it", () => {
  const notes = "see Anna; kind=code; a=b; deps=x,y";
  expect(fieldsOf(notes)).toEqual({ kind: "code", deps: "x,y" });
  expect(withFields(notes, { deps: null, exit: "0; fine" })).toBe("see Anna; kind=code; a=b; exit=0, fine");
});
