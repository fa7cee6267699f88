/** How many drifts of terminology are found, measured on pairs of documents; and that nobody is stopped without reason. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkOf, sessionFolder } from "./session-folder.ts";

interface Pair {
  readonly kind: "drift" | "clean";
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

const pairs = readFileSync(new URL("./drift-pairs.md", import.meta.url), "utf8")
  .split(/^## (?=drift: |clean: )/m)
  .slice(1)
  .map(pairOf);

test("of at least 40 pairs, half of them clean, four in five drifts are found and no clean pair is blocked", async () => {
  const looked = [];
  for (const pair of pairs) {
    const ran = await sessionFolder(pair.files).run({ only: ["001"] });
    looked.push({ ...pair, status: checkOf(ran, "terms-brief-requirements").status, verdict: ran.results[0]?.verdict });
  }
  const [drifts, clean] = [
    looked.filter(({ kind }) => kind === "drift"),
    looked.filter(({ kind }) => kind === "clean"),
  ];
  const found = drifts.filter(({ status }) => status !== "pass");
  const alarms = clean.filter(({ status }) => status !== "pass");
  const figures = [
    `pairs: ${looked.length}, drifts: ${drifts.length}, clean: ${clean.length}`,
    `drifts found: ${found.length} (${Math.round((100 * found.length) / drifts.length)} %)`,
    `not found: ${
      drifts
        .filter((each) => !found.includes(each))
        .map(({ name }) => name)
        .join("; ") || "none"
    }`,
    `clean pairs with a warning: ${alarms.length}${alarms.length === 0 ? "" : ` (${alarms.map(({ name }) => name).join("; ")})`}`,
    `clean pairs that fail: ${clean.filter(({ status }) => status === "fail").length}, blocked: ${clean.filter(({ verdict }) => verdict === "block").length}`,
  ];
  process.stdout.write(`${figures.join("\n")}\n`);
  expect(looked.length).toBeGreaterThanOrEqual(40);
  expect(clean.length * 2).toBeGreaterThanOrEqual(looked.length);
  expect(found.length / drifts.length).toBeGreaterThanOrEqual(0.8);
  expect(clean.filter(({ status, verdict }) => status === "fail" || verdict === "block")).toEqual([]);
});

function pairOf(source: string): Pair {
  const [, kind = "", name = ""] = /^(drift|clean): (.*)$/m.exec(source) ?? [];
  const part = (title: string): string =>
    new RegExp(`^### ${title}\\n([\\s\\S]*?)(?=^### |$(?![\\s\\S]))`, "m").exec(source)?.[1] ?? "";
  const synonyms = part("synonyms");
  return {
    kind: kind as Pair["kind"],
    name,
    files: {
      "brief.md": `# Brief\n\n${part("brief")}`,
      "requirements.md": `# Requirements\n\n## Functional requirements\n\n${part("requirements")}`,
      ...(synonyms !== "" && { "synonyms.yaml": synonyms }),
    },
  };
}
