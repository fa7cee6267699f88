/** The pages for people: those that come from the code are current, the site has no dead link and no address outside itself. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventReference } from "../scripts/reference/events.ts";
import { referencePages } from "../scripts/reference/write.ts";
import { buildSite, type Site } from "../scripts/site/build-site.ts";
import { COMMANDS } from "../src/views/cli/program.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), "utf8");

describe("the reference", () => {
  test.each([...referencePages()])("%s is what `npm run reference` writes", (name, text) => {
    expect(textOf(`docs/reference/${name}`)).toBe(text);
  });

  test("has every event the engine decides", () => {
    const rows = textOf("docs/engine-tables.md").split("## Events")[1] ?? "";
    const known = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, type]) => type);
    expect(known.length).toBeGreaterThan(60);
    expect([...eventReference().types].toSorted()).toEqual(known.toSorted());
  });

  test("has every command and every flag", () => {
    const page = textOf("docs/reference/commands.md");
    const flags = Object.values(COMMANDS).flatMap((specs) => specs.flatMap(({ options = [] }) => options));
    expect(flags.filter(({ flags: each }) => !page.includes(each.replaceAll("|", "\\|")))).toEqual([]);
  });
});

describe("the site", () => {
  let out: string;
  let site: Site;
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), "reeve-site-"));
    site = buildSite(out);
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test("has a place for every page, and no dead link", () => {
    expect(site.problems).toEqual([]);
    expect(site.pages.length).toBeGreaterThan(60);
  });

  test("loads nothing from outside itself", () => {
    for (const file of readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(html|css)$/.test(name),
    ))
      expect(readFileSync(join(out, file), "utf8")).not.toMatch(
        /(?:src|srcset)="https?:|<link[^>]+https?:|url\(\s*["']?https?:|@import/,
      );
  });
});

/** `reeve NAME` in code of the pages people read first is a command there is, with flags it has. */
test.each(["start.md", "concepts.md", "recipes.md", "troubleshooting.md", "library.md", "telemetry.md", "release.md"])(
  "docs/%s names only commands and flags there are",
  (page) => {
    const specs = new Map(
      Object.values(COMMANDS).flatMap((each) => each.map((spec) => [spec.usage.split(" ")[0], spec])),
    );
    const code = [...textOf(`docs/${page}`).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text).join("\n");
    const wrong = [...code.matchAll(/\breeve ([a-z][a-z-]*)([^\n`#|]*)/g)].flatMap(([line, name = "", rest = ""]) => {
      const spec = specs.get(name);
      if (!spec) return [line];
      const all = [spec, ...(spec.commands ?? [])]
        .flatMap(({ options = [] }) => options.map(({ flags }) => flags))
        .join(" ");
      return [...rest.matchAll(/--[a-z][a-z-]*/g)].flatMap(([flag]) =>
        flag === "--json" || flag === "--help" || all.includes(flag) ? [] : [`${line}: ${flag}`],
      );
    });
    expect(wrong).toEqual([]);
  },
);
