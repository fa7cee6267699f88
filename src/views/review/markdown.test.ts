import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownBlock, markdownCode, markdownText } from "./markdown.ts";

describe("text from outside in Markdown", () => {
  it.each([
    ["*bold* _it_ ~no~", "\\*bold\\* \\_it\\_ \\~no\\~"],
    ["<b>&amp;", "&lt;b&gt;&amp;amp;"],
    ["ask @admin", "ask @&#8203;admin"],
    ["fixes #12 and o/r#3, GH-4", "fixes #&#8203;12 and o/r#&#8203;3, GH-&#8203;4"],
    ["#8203;12", "\\#&#8203;8203;12"],
    ["https://a.b/c www.a.b", "https:&#8203;//a.b/c www&#8203;.a.b"],
    ["![x](y)", "!\\[x\\](y)"],
    ["# title", "\\# title"],
    ["- item", "\\- item"],
    ["12. item", "12&#8203;. item"],
    ["a\nb\u001b[31m", "a ⏎ b"],
  ])("%j can do nothing", (text, shown) => {
    expect(markdownText(text)).toBe(shown);
  });

  it("never keeps a live mention, reference, address, tag or bracket", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."@#:/<>[]`&;1aGH-w.!8203\\ ") }), (text) => {
        const shown = markdownText(text);
        expect(shown).not.toMatch(/@\w|(?<!&)#\d|:\/\/|[<>]|gh-\d|www\./i);
        expect(shown.replace(/\\[\\`*_{}[\]|~$^]/g, "")).not.toMatch(/[`[\]]/);
      }),
    );
  });

  it("as code ends only where it is meant to", () => {
    expect(markdownCode("a`b")).toBe("``a`b``");
    expect(markdownCode("`a`")).toBe("`` `a` ``");
    expect(markdownBlock(["```", "x"])).toEqual(["````text", "```", "x", "````"]);
  });
});
