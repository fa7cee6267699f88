/** epic.md 7: words that route around a failing check are refused, and words that only sound like it are not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import TEXTS from "../../../../test/epic/prose-texts.json" with { type: "json" };
import { scanProse, skipDirectives } from "./scan-prose.ts";

const { refused: REFUSED, innocent: INNOCENT } = TEXTS;

describe("7 the prose scan", () => {
  test("has texts enough to be judged by, half of them innocent", () => {
    expect(REFUSED.length + INNOCENT.length).toBeGreaterThanOrEqual(60);
    expect(INNOCENT.length).toBeGreaterThanOrEqual(REFUSED.length);
  });

  test.each(REFUSED)("refuses: %s", (text) => {
    expect(scanProse(text)).not.toEqual([]);
  });

  test.each(INNOCENT)("lets through: %s", (text) => {
    expect(scanProse(text)).toEqual([]);
  });

  test("its figures are those that the page tells", () => {
    const found = REFUSED.filter((text) => scanProse(text).length > 0).length;
    const wrong = INNOCENT.filter((text) => scanProse(text).length > 0).length;
    const page = readFileSync(new URL("../../../../docs/epic.md", import.meta.url), "utf8");
    expect(page).toContain(
      `Of ${REFUSED.length} texts that route around a check it refuses ${found}, of ${INNOCENT.length} innocent ones ${wrong}.`,
    );
  });

  test("a person's casual words exempt nothing; a directive exempts its one test", () => {
    const persons =
      "We may need to adjust some tests.\n\nSKIP DIRECTIVE: test_upload: the vendor's box is gone until May\n";
    const exempt = skipDirectives(persons);
    expect(exempt).toEqual(["test_upload"]);
    expect(scanProse("Skip the test test_upload.", exempt)).toEqual([]);
    expect(scanProse("Skip the test test_download.", exempt)).not.toEqual([]);
    expect(skipDirectives("SKIP DIRECTIVE: test_upload")).toEqual([]);
  });

  test("an endless sentence hides nothing", () => {
    const long = `${"The importer reads the rows and writes them to the table, and ".repeat(40)}skip the failing tests`;
    expect(scanProse(long).map(({ id }) => id)).toContain("skip-check");
  });

  test("what stands in code is no prose", () => {
    expect(scanProse("Run this:\n```sh\nskip the failing tests\n```\nand look.")).toEqual([]);
  });
});
