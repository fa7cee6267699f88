import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Terminal } from "../../../../test/terminal.ts";
import { Screen } from "./screen.ts";

const COLUMNS = 20;

function aScreen(columns = COLUMNS) {
  const terminal = new Terminal(columns);
  const out = (text: string) => terminal.write(text);
  const screen = new Screen({ out, size: () => ({ columns: terminal.columns, rows: 10 }) });
  return { terminal, screen };
}

const line = (max: number) =>
  fc.string({ unit: fc.constantFrom(..."abc ·█▸"), maxLength: max }).map((text) => `x${text}`);
/** Printed lines may be longer than the terminal is wide, painted ones never are. */
const change = fc.oneof(
  fc.record({ print: line(50) }),
  fc.record({ paint: fc.array(line(COLUMNS - 2), { minLength: 1, maxLength: 5 }) }),
);

describe("the live screen", () => {
  it("leaves all that was printed, and below it what was painted last, whatever came in which order", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const { terminal, screen } = aScreen();
        const expected = new Terminal(COLUMNS);
        let painted: readonly string[] = [];
        for (const each of changes) {
          if ("print" in each) {
            screen.print(`${each.print}\n`);
            expected.write(`${each.print}\n`);
          } else {
            screen.paint(each.paint);
            painted = each.paint;
          }
        }
        expected.write(painted.map((text) => `${text}\n`).join(""));
        expect(terminal.text).toBe(expected.text);
      }),
    );
  });

  it("takes away what it painted, and nothing else", () => {
    const { terminal, screen } = aScreen();
    screen.print("kept\n");
    screen.paint(["one", "two"]);
    screen.clear();
    screen.clear();
    screen.print("also kept\n");
    expect(terminal.text).toBe("kept\nalso kept");
  });

  it("leaves no remains when the terminal was made narrower in between", () => {
    const { terminal, screen } = aScreen(40);
    screen.print("kept\n");
    screen.paint(["a line that fills the whole of the width", "short"]);
    terminal.resize(12);
    screen.paint(["now narrow"]);
    expect(terminal.text).toBe("kept\nnow narrow");
  });
});
