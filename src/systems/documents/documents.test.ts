/** Markdown by position: what is read, and that nothing outside of what is changed changes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { appendToSection } from "./append-section.ts";
import { readFrontMatter, setFields } from "./front-matter.ts";
import { headingsOf, sectionOf } from "./outline.ts";

const titles = (text: string) => headingsOf(text).map(({ level, title }) => `${level} ${title}`);

describe("headings", () => {
  test("in fences, comments and indented code are none", () => {
    const text =
      "# A\n```\n## no\n```\n~~~~\n~~~\n## no\n~~~~\n<!--\n## no\n-->\n    ## no\n## B ##\n<!-- x --> \n### C\n";
    expect(titles(text)).toEqual(["1 A", "2 B", "3 C"]);
  });

  test("a fence that never closes hides the rest; backticks in a line open none", () => {
    expect(titles("```a`b\n# yes\n```\n# no\n")).toEqual(["1 yes"]);
  });

  test("a paragraph that is underlined is one; rules, lists, quotes, tables and front matter are not", () => {
    const text = [
      ...[
        "---",
        "id: x",
        "---",
        "Top",
        "===",
        "**Two**",
        "lines",
        "-----  ",
        "- item",
        "---",
        "1. item",
        "lazy",
        "---",
        "> q",
        "---",
      ],
      ...[
        "| a |",
        "---",
        "",
        "a",
        "",
        "---",
        "```",
        "no",
        "```",
        "---",
        "<!-- x",
        "-->",
        "===",
        "    code",
        "---",
        "***",
        "B",
        "=",
      ],
    ].join("\r\n");
    expect(titles(text)).toEqual(["1 Top", "2 **Two** lines", "1 B"]);
    const [, two] = headingsOf(text);
    expect(text.slice(two?.start, two?.end)).toBe("**Two**\r\nlines\r\n-----  \r\n");
  });

  test("a section ends where the next of its level begins", () => {
    const text = "## Log\r\na\r\n### x\r\nb\r\n## Next\r\n";
    const section = sectionOf(text, "log");
    expect(text.slice(section?.end, section?.until)).toBe("a\r\n### x\r\nb\r\n");
  });
});

const line = fc.oneof(
  fc.constantFrom(
    "## Log",
    "## Notes",
    "# Top",
    "### [x] Entry",
    "```",
    "~~~",
    "<!--",
    "-->",
    "| a | b \\| c |",
    "",
    "---",
    "===",
    "Words",
    "\t- x",
    "> q",
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, " ")),
);
const markdown = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded ? eol : ""));

test("an entry is added as one piece; what was there before and after stays byte for byte", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const section = sectionOf(text, "Log");
      const after = appendToSection(text, "Log", "### [now] Entry of ours\n\n- it");
      const at = section?.until ?? text.length;
      expect(after.startsWith(text.slice(0, at))).toBe(true);
      expect(after.endsWith(text.slice(at))).toBe(true);
      expect(after.slice(at, after.length - (text.length - at)).trim()).toMatch(/Entry of ours\r?\n\r?\n- it$/);
    }),
  );
});

const plainKey = fc.constantFrom("title", "phase", "current", "tasks", "note", "x-y");
const value = fc.oneof(
  fc.constantFrom(
    "a",
    "'it''s'",
    '"q: x"',
    "[a, b]",
    "\n  - a\n  - b # why",
    "|\n  text: x\n  more",
    "",
    "2026-01-01",
    "null",
  ),
);

test("a key that is set reads as set, every other key as before, and the body is untouched", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(plainKey, value), { selector: ([key]) => key, minLength: 1 }),
      fc.constantFrom<null | string | readonly string[]>(null, "done", "tasks/1 x.md", "it's: odd", [
        "tasks/a.md",
        "b c.md",
      ]),
      markdown,
      (pairs, wanted, body) => {
        const head = pairs.map(([key, text]) => `${key}: ${text}\n`).join("");
        const source = `---\n${head}---\n${body}`;
        const after = setFields(source, { current: wanted });
        const read = readFrontMatter(after, "f.md");
        if (!read.ok) throw new Error(JSON.stringify([after, read.mistakes]));
        expect(read.value).toEqual({ ...parse(head), current: wanted });
        expect(after.slice(read.body)).toBe(body);
      },
    ),
  );
});

test.each([
  ["status: &s queued # why\nother: *s\n", "status: &s done # why\nother: *s\n"],
  ["status: !!str 'queued'\n", "status: !!str done\n"],
  ['"status": queued\n', '"status": done\n'],
  ["status:\nx: 1\n", "status: done\nx: 1\n"],
  ["{ id: a, status: queued }\n", "{ id: a, status: done }\n"],
])("only the value itself is replaced: %j", (head, after) => {
  expect(setFields(`---\n${head}---\n`, { status: "done" })).toBe(`---\n${after}---\n`);
});

describe("a front matter that is wrong", () => {
  const told = (text: string) => {
    const read = readFrontMatter(text, "f.md");
    return read.ok
      ? "ok"
      : read.mistakes.map(({ line: at, col, what, hint }) => `${at}:${col} ${what} — ${hint}`).join("\n");
  };

  test.each([
    ["no front matter", "# Title\n", "1:1 there is no front matter"],
    ["one that is not closed", "---\na: 1\n", "1:1 the front matter is not closed — end it with a line of ---"],
    ["text before it", "# T\n\n---\na: 1\n---\n", "3:1 there is text before the front matter"],
    ["an unquoted colon", "---\na: b: c\n---\n", "in quotes"],
    ["a list", "---\n- a\n---\n", "2:1 the front matter is not a mapping"],
  ])("%s is told with its place", (_what, text, sentence) => {
    expect(told(text)).toContain(sentence);
  });

  test("a rule between paragraphs is not taken for one", () => {
    expect(told("# T\n\ntext\n\n---\n\nmore\n\n---\n")).toContain("there is no front matter");
  });

  test("a byte order mark is no text", () => {
    expect(told("\uFEFF---\na: 1\n---\n")).toBe("ok");
  });
});
