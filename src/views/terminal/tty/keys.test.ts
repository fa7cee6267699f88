import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Key, readKeys } from "./keys.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pressed(...chunks: readonly string[]): readonly Key[] {
  const keys: Key[] = [];
  const reader = readKeys((key) => keys.push(key));
  for (const chunk of chunks) reader.feed(chunk);
  vi.advanceTimersByTime(1_000);
  reader.close();
  return keys;
}

const names = (...chunks: readonly string[]) => pressed(...chunks).map(({ name }) => name);

describe("keys that a terminal sends", () => {
  it("are letters, one by one, however many come at once", () => {
    expect(pressed("jK?")).toEqual([
      { name: "j", text: "j" },
      { name: "K", text: "K" },
      { name: "?", text: "?" },
    ]);
    expect(pressed(" ")).toEqual([{ name: "space", text: " " }]);
  });

  it("are letters of any script, with what belongs to them", () => {
    expect(pressed("é")).toEqual([{ name: "é", text: "é" }]);
    expect(pressed("👨‍👩‍👧")).toEqual([{ name: "👨‍👩‍👧", text: "👨‍👩‍👧" }]);
    expect(pressed("日本")).toEqual([{ name: "日本", text: "日本" }]);
  });

  it.each([
    ["\u001b[A", "up"],
    ["\u001bOA", "up"],
    ["\u001b[1;2B", "down"],
    ["\u001b[C", "right"],
    ["\u001b[D", "left"],
    ["\u001b[H", "home"],
    ["\u001b[1~", "home"],
    ["\u001bOF", "end"],
    ["\u001b[3~", "delete"],
    ["\u001b[5~", "page-up"],
    ["\u001b[6;5~", "page-down"],
    ["\u001b[Z", "shift-tab"],
    ["\t", "tab"],
    ["\r", "enter"],
    ["\n", "enter"],
    ["\u007f", "backspace"],
    ["\b", "backspace"],
    ["\u0003", "ctrl-c"],
    ["\u001a", "ctrl-z"],
  ])("%j is %s", (bytes, name) => {
    expect(names(bytes)).toEqual([name]);
  });

  it("may come in pieces", () => {
    expect(names("\u001b", "[", "1;2", "A")).toEqual(["up"]);
    expect(names("\u001b", "OB")).toEqual(["down"]);
  });

  it("are an escape where nothing follows, also between others", () => {
    expect(names("\u001b")).toEqual(["escape"]);
    expect(names("\u001b\u001b")).toEqual(["escape", "escape"]);
    expect(names("j\u001b")).toEqual(["j", "escape"]);
  });

  it("mean nothing where nobody knows them: mouse, focus, Alt, answers to questions that were not asked", () => {
    expect(
      names("\u001b[<0;10;20M", "\u001b[I", "\u001b[?62;4c", "\u001b[24~").filter((name) => name !== "unknown"),
    ).toEqual([]);
    expect(pressed("\u001bx")).toEqual([]);
    expect(pressed("\u001b[<0;10;20M").every(({ text }) => text === "")).toBe(true);
  });

  it("that never end hold nothing up for ever", () => {
    expect(names(`\u001b[${"1;".repeat(60)}`, "q")).toContain("q");
  });
});

describe("what is pasted", () => {
  it("is text, whatever it contains, and presses nothing", () => {
    expect(pressed("\u001b[200~q\nreeve brake\u0003\u001b[A\u001b[201~j")).toEqual([
      { name: "pasted", text: "q reeve brake" },
      { name: "j", text: "j" },
    ]);
  });

  it("may come in pieces, with its end cut anywhere", () => {
    const keys = pressed("\u001b[20", "0~one ", "two\u001b[2", "01~", "j");
    expect(
      keys
        .filter(({ name }) => name === "pasted")
        .map(({ text }) => text)
        .join(""),
    ).toBe("one two");
    expect(keys.at(-1)?.name).toBe("j");
  });
});
