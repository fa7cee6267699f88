/** What systems say in other languages is read as what they say in English. */
import { describe, expect, test } from "vitest";
import { classify } from "../classify.ts";
import { inEnglish } from "./other-languages.ts";

describe("the same sentence in English", () => {
  test.each([
    ["cat: config/prod.env: Datei oder Verzeichnis nicht gefunden", "cat: config/prod.env: No such file or directory"],
    ["cat: config/prod.env: Aucun fichier ou dossier de ce type", "cat: config/prod.env: No such file or directory"],
    ["bash: jq: orden no encontrada", "bash: jq: command not found"],
    ["ERREUR: la relation « orders » n'existe pas", 'ERROR: relation "orders" does not exist'],
    ["没有那个文件或目录: 'a.csv'", "No such file or directory: 'a.csv'"],
    ["KONFLIKT (Inhalt): Merge-Konflikt in app/stay.rb", "CONFLICT (content): Merge conflict in app/stay.rb"],
  ])("%s", (foreign, english) => {
    expect(inEnglish(foreign)).toBe(english);
  });
});

test("English stays as it is", () => {
  expect(inEnglish("no such table: orders (exists nicht)")).toBe("no such table: orders (exists nicht)");
});

test("a compiler of another language means what the English one means", () => {
  const text = "src/a.h:6:10: fatal error: zlib.h: Datei oder Verzeichnis nicht gefunden\n    6 | #include <zlib.h>";
  expect(classify({ text, tool: "gcc", exitCode: 1 })).toMatchObject({ class: "import_error", subject: "zlib.h" });
});
