import { expect, test } from "vitest";
import { inShort, reportOn } from "./branch-lab.ts";

const usersSql = "CREATE TABLE users (id uuid PRIMARY KEY, email text NOT NULL);\n";

test("one table that two branches define differently: the earlier one counts", async () => {
  const report = await reportOn(
    {},
    {
      first: { "db/1_orders.sql": "create table orders (id serial primary key, total numeric(10,2));\n" },
      second: {
        "db/2_orders.sql":
          '-- mine\nCREATE TABLE IF NOT EXISTS "orders" (id bigint primary key, sum decimal(10, 2));\n',
      },
    },
  );
  expect(report.schema_inconsistencies).toEqual([
    {
      subject: "orders",
      severity: "critical",
      tasks: ["first", "second"],
      files: ["db/1_orders.sql:1", "db/2_orders.sql:2"],
      sentence:
        "first and second define the table `orders` differently (id is integer and bigint; total only in the first; sum only in the second); the one of first counts, second must follow it.",
      must_change: "second",
    },
  ]);
});

test("one column added twice, of different and of the same type", async () => {
  const add = (type: string) => `ALTER TABLE users ADD COLUMN age ${type};\n`;
  const base = { "db/1.sql": usersSql };
  const different = await reportOn(base, { first: { "db/2.sql": add("int") }, second: { "db/3.sql": add("text") } });
  expect(inShort(different)).toEqual(["schema_inconsistencies critical users.age -> second"]);
  const same = await reportOn(base, { first: { "db/2.sql": add("int") }, second: { "db/3.sql": add("INTEGER") } });
  expect(inShort(same)).toEqual(["schema_inconsistencies major users.age -> second"]);
});

test("a foreign key to a table or a column that nobody defines", async () => {
  const report = await reportOn(
    { "db/1.sql": usersSql },
    {
      first: {
        "db/2.sql":
          "CREATE TABLE a (u uuid REFERENCES users (uid));\nCREATE TABLE b (x int, CONSTRAINT fk FOREIGN KEY (x) REFERENCES nowhere (id) ON DELETE CASCADE);\nALTER TABLE users ADD CONSTRAINT c FOREIGN KEY (id) REFERENCES ghosts;\n",
      },
    },
  );
  expect(inShort(report)).toEqual([
    "schema_inconsistencies critical a -> users -> first",
    "schema_inconsistencies critical b -> nowhere -> first",
    "schema_inconsistencies critical users -> ghosts -> first",
  ]);
});

test("a foreign key of another kind than what it refers to", async () => {
  const report = await reportOn(
    { "db/1.sql": usersSql },
    { first: { "db/2.sql": "CREATE TABLE posts (id int PRIMARY KEY, author integer NOT NULL REFERENCES users);\n" } },
  );
  expect(inShort(report)).toEqual(["schema_inconsistencies critical posts -> users -> first"]);
  expect(report.schema_inconsistencies[0]?.sentence).toContain("`author` is integer and what it refers to is uuid");
});

test("what one branch drops or renames, another may not build on", async () => {
  const base = { "db/1.sql": usersSql };
  const dropped = await reportOn(base, {
    first: { "db/2.sql": "DROP TABLE IF EXISTS users CASCADE;\n" },
    second: { "db/3.sql": "CREATE TABLE posts (author uuid REFERENCES users(id));\n" },
  });
  expect(inShort(dropped)).toEqual(["schema_inconsistencies critical users -> second"]);
  const renamed = await reportOn(base, {
    first: { "db/2.sql": "ALTER TABLE users RENAME COLUMN id TO user_id;\n" },
    second: { "db/3.sql": "CREATE TABLE posts (author uuid REFERENCES users(id));\n" },
  });
  expect(inShort(renamed)).toEqual(["schema_inconsistencies critical users.id -> second"]);
});

test.each([
  [
    "a key to a table of another branch",
    { "a.sql": "CREATE TABLE t (u uuid REFERENCES members(id));\n" },
    { "b.sql": "CREATE TABLE members (id uuid PRIMARY KEY);\n" },
  ],
  [
    "a table of a schema that is not the project's",
    { "a.sql": "CREATE TABLE t (u uuid REFERENCES auth.users(id));\n" },
    {},
  ],
  ["the default schema written out", { "a.sql": "CREATE TABLE t (u uuid REFERENCES public.users(id));\n" }, {}],
  [
    "comments, strings and dollar quotes",
    {
      "a.sql":
        "-- CREATE TABLE x (y int REFERENCES z);\n/* ALTER TABLE users ADD q int; */ # CREATE TABLE w (v int references k)\nINSERT INTO users VALUES ('CREATE TABLE p (q int references r);');\nCREATE FUNCTION f() RETURNS void AS $body$ BEGIN CREATE TABLE s (t int REFERENCES nobody); END $body$ LANGUAGE plpgsql;\n",
    },
    {},
  ],
  [
    "what undoes a migration",
    {
      "2.down.sql": "DROP TABLE users;\n",
      "3.sql": "-- migrate:up\nCREATE TABLE k (id int);\n-- migrate:down\nDROP TABLE users;\n",
    },
    { "b.sql": "CREATE TABLE t (u uuid REFERENCES users);\n" },
  ],
  [
    "temporary tables",
    { "a.sql": "CREATE TEMP TABLE tmp (id int);\n" },
    { "b.sql": "CREATE TEMPORARY TABLE tmp (id text);\n" },
  ],
  [
    "columns named like keywords",
    { "a.sql": "CREATE TABLE kv (`key` varchar(20) PRIMARY KEY, [index] int, key_id int, KEY idx (key_id));\n" },
    { "b.sql": "CREATE TABLE kvs (key varchar(20) REFERENCES kv(key));\n" },
  ],
  [
    "a composite key, and keys within one new file",
    {
      "a.sql":
        "CREATE TABLE p (a int, b int, PRIMARY KEY (a, b));\nCREATE TABLE q (a int, b int, FOREIGN KEY (a, b) REFERENCES p (a, b));\n",
    },
    {},
  ],
  [
    "columns that an ALTER added",
    { "a.sql": "ALTER TABLE users ADD COLUMN IF NOT EXISTS code int, ADD tag text;\n" },
    { "b.sql": "CREATE TABLE t (c int REFERENCES users(code));\n" },
  ],
  [
    "a table made from a query",
    { "a.sql": "CREATE TABLE t AS SELECT 1 AS x;\nCREATE TABLE r (x int REFERENCES t(x));\n" },
    {},
  ],
])("no inconsistency: %s", async (_, first, second) => {
  expect(inShort(await reportOn({ "0.sql": usersSql }, { first, second }))).toEqual([]);
});

test("MySQL: backticks, engines, index lists, CHANGE and MODIFY", async () => {
  const report = await reportOn(
    {
      "1.sql":
        "CREATE TABLE `shop` (\n `id` int(11) unsigned NOT NULL AUTO_INCREMENT COMMENT 'it''s; an id',\n `name` varchar(20) CHARACTER SET utf8mb4 DEFAULT 'x',\n PRIMARY KEY (`id`), UNIQUE KEY `n` (`name`), KEY `k` (`name`(10))\n) ENGINE=InnoDB DEFAULT CHARSET=utf8;\n",
    },
    {
      first: { "2.sql": "ALTER TABLE `shop` CHANGE COLUMN `name` `title` varchar(40), MODIFY `id` bigint;\n" },
      second: {
        "3.sql":
          "ALTER TABLE shop DROP COLUMN name;\nCREATE TABLE item (shop int, FOREIGN KEY f (shop) REFERENCES shop (id));\n",
      },
    },
  );
  expect(inShort(report)).toEqual([
    "schema_inconsistencies critical shop.name -> second",
    "schema_inconsistencies minor item -> shop -> second",
  ]);
});
