/** Rows on a terminal: whatever was there before, a person sees the rows that were painted last, and only what changed is sent. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { HeadlessTerminal } from "../../../../test/headless-terminal.ts";
import { dim, type Line, span, textOf } from "./line.ts";
import { lookOf } from "./look.ts";
import { Painter } from "./painter.ts";

const PLAIN = { colours: 0, signs: true } as const;
const letters = fc.string({ unit: fc.constantFrom(..."ab ·█▸─日é"), maxLength: 40 });
const frame = fc.record({
  lines: fc.array(letters, { maxLength: 12 }),
  columns: fc.integer({ min: 5, max: 30 }),
  rows: fc.integer({ min: 2, max: 10 }),
});

it("shows the frame that was painted last, whatever sizes and frames came before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), async (frames) => {
      const [first] = frames;
      const terminal = new HeadlessTerminal(first ?? { columns: 5, rows: 2 });
      const sent: string[] = [];
      const painter = new Painter((bytes) => void sent.push(bytes), PLAIN);
      const fresh: string[] = [];
      for (const { lines, columns, rows } of frames) {
        terminal.resize({ columns, rows });
        painter.paint(
          lines.map((text): Line => [span(text)]),
          { columns, rows },
        );
        for (const bytes of sent.splice(0)) await terminal.write(bytes);
      }
      const last = frames.at(-1) ?? { lines: [], columns: 5, rows: 2 };
      const empty = new HeadlessTerminal(last);
      new Painter((bytes) => void fresh.push(bytes), PLAIN).paint(
        last.lines.map((text): Line => [span(text)]),
        last,
      );
      for (const bytes of fresh) await empty.write(bytes);
      expect(terminal.rows).toEqual(empty.rows);
      terminal.dispose();
      empty.dispose();
    }),
    { numRuns: 60 },
  );
});

it("sends only rows that changed, in one write the terminal shows at once, and nothing where nothing did", () => {
  const sent: string[] = [];
  const painter = new Painter((bytes) => void sent.push(bytes), PLAIN);
  const size = { columns: 20, rows: 3 };
  painter.paint([[span("one")], [span("two")], [dim("three")]], size);
  painter.paint([[span("one")], [span("TWO")], [dim("three")]], size);
  painter.paint([[span("one")], [span("TWO")], [dim("three")]], size);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe("\u001b[?2026h\u001b[2;1HTWO\u001b[K\u001b[?2026l");
});

it("keeps the last letter of a row that is exactly as wide as the terminal", async () => {
  const terminal = new HeadlessTerminal({ columns: 5, rows: 2 });
  const sent: string[] = [];
  new Painter((bytes) => void sent.push(bytes), PLAIN).paint([[span("12345")], [span("123456")]], {
    columns: 5,
    rows: 2,
  });
  for (const bytes of sent) await terminal.write(bytes);
  expect(terminal.rows).toEqual(["12345", "1234…"]);
  terminal.dispose();
});

it("colours by meaning where there are colours, and shows the same letters where there are none", () => {
  const line: Line = [span("●", "working"), span(" a ─ b")];
  const bytes = (env: NodeJS.ProcessEnv) => {
    const sent: string[] = [];
    new Painter((text) => void sent.push(text), lookOf(env)).paint([line], { columns: 20, rows: 1 });
    return sent.join("");
  };
  expect(bytes({ TERM: "xterm-256color", LANG: "C.UTF-8" })).toContain("\u001b[38;5;111m●\u001b[0m a ─ b");
  expect(bytes({ TERM: "xterm", LANG: "C.UTF-8" })).toContain("\u001b[94m●\u001b[0m");
  expect(bytes({ TERM: "xterm-256color", NO_COLOR: "1", LANG: "C.UTF-8" })).toContain("H● a ─ b");
  expect(bytes({ TERM: "vt100", LC_ALL: "POSIX", NO_COLOR: "1" })).toContain("H* a - b");
  expect(textOf(line)).toBe("● a ─ b");
});
