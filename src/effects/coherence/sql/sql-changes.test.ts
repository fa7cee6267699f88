import fc from "fast-check";
import { expect, test } from "vitest";
import { workRatio } from "../../../../test/work-ratio.ts";
import { readSqlChanges } from "./sql-changes.ts";
import { schemaOf } from "./sql-schema.ts";

test("a series of migrations leads to one schema, whatever the order in which they are given", () => {
  const files = [
    ["db/10_last.sql", "ALTER TABLE people RENAME COLUMN mail TO email;"],
    [
      "db/2_more.sql",
      'ALTER TABLE "users" RENAME TO people; ALTER TABLE people DROP COLUMN IF EXISTS age, ADD boss int REFERENCES people(id);',
    ],
    ["db/1_first.sql", "CREATE TABLE users (id int4 PRIMARY KEY, mail varchar(40), age smallint);"],
  ].map(([path = "", text = ""]) => ({ path, changes: readSqlChanges(text) }));
  const people = schemaOf(files).get("people");
  expect([...(people?.columns.values() ?? [])].map(({ name, type }) => `${name} ${type}`)).toEqual([
    "id integer",
    "boss integer",
    "email character varying(40)",
  ]);
  expect(people?.keys).toMatchObject([{ columns: ["boss"], table: "people", references: ["id"] }]);
});

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).map((each) => `c_${each}`);
const column = fc.record({
  name,
  type: fc.constantFrom("int", "text", "uuid", "varchar(20)", "numeric(10, 2)", "timestamp"),
});
const quote = fc.constantFrom(
  (x: string) => x,
  (x: string) => `"${x}"`,
  (x: string) => `\`${x}\``,
  (x: string) => `[${x}]`,
);
const noise = fc.constantFrom(" ", "\n", " -- a ( comment, ;\n", " /* b; ) */ ");

test("a table is read the same in every way of quoting and spacing it", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(column, { minLength: 1, maxLength: 6, selector: (each) => each.name }),
      quote,
      noise,
      (columns, quoted, gap) => {
        const items = columns.map((each) => `${quoted(each.name)}${gap}${each.type}${gap}NOT NULL`);
        const [change] = readSqlChanges(
          `CREATE TABLE${gap}${quoted("t1")}${gap}(${gap}${items.join(`,${gap}`)}${gap});`,
        );
        expect(change).toMatchObject({ type: "create", table: "t1" });
        const read = change?.type === "create" ? change.columns.map((each) => each.name) : [];
        expect(read).toEqual(columns.map((each) => each.name));
      },
    ),
  );
});

test("any text is read without failing", () => {
  const pieces = fc.constantFrom(
    ...[
      "CREATE TABLE ",
      "ALTER TABLE ",
      "ADD ",
      "DROP ",
      "RENAME ",
      "TO ",
      "REFERENCES ",
      "FOREIGN KEY ",
      "(",
      ")",
      ",",
      ";",
    ],
    ...["x", "'", '"', "`", "[", "]", "$$", "$a$", "--", "/*", "*/", "\n", " ", ".", "\\", "1", "é", "\ud83d"],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 80 }), (parts) => {
      expect(readSqlChanges(parts.join(""))).toBeInstanceOf(Array);
    }),
  );
});

test("hostile text four times as long costs about four times as much", () => {
  const pieces = ["'", '"', "`", "[", "(", "/*", "$a$", "$a", "--", "''", "\\'", "CREATE TABLE x (", "a,", "é"];
  const read = (length: number) => () => {
    for (const piece of pieces) {
      readSqlChanges(piece.repeat(length / piece.length));
      readSqlChanges(`'${piece.repeat(length / 4)}`);
    }
  };
  expect(workRatio(read(200_000), read(50_000))).toBeLessThan(10);
});
