/** What outputs name: typed, in one form, whoever says it. */
import { expect, test } from "vitest";
import { readLines } from "../lines.ts";
import { readEntities } from "./read-entities.ts";

const named = (text: string): readonly string[] =>
  readEntities(readLines(text)).map(({ kind, name }) => `${kind} ${name}`);

test.each([
  ["Could not find module ‘Acme.Ledger’", "module Acme.Ledger"],
  ["java.lang.NoClassDefFoundError: com/acme/Ledger", "module com.acme.Ledger"],
  ['error: column "paid_at" of relation "orders" does not exist', "column orders.paid_at"],
  ["table orders has no column named paid_at", "column orders.paid_at"],
  ["getaddrinfo ENOTFOUND db.acme.example", "host db.acme.example"],
  ["connect ECONNREFUSED 127.0.0.1:5432", "host localhost:5432"],
  ["Error: listen EADDRINUSE: address already in use :::8123", "port port 8123"],
  ["bash: line 3: terraform: command not found", "program terraform"],
  ["FAILED tests/test_cart.py::TestCart::test_vat - assert 2 == 3", "test test_vat"],
  ["KeyError: 'SHOP_DB_URL'", "variable SHOP_DB_URL"],
  ["Property 'total' does not exist on type 'Order'.", "symbol Order.total"],
  ["fatal: a branch named 'task/rates' already exists", "branch task/rates"],
])("%s names %s", (text, name) => {
  expect(named(text)).toContain(name);
});

test("pages that explain an error are not what it is about", () => {
  expect(named("See https://docs.acme.example/errors for help")).not.toContain("host docs.acme.example");
});

test("files that others installed are where it was noticed, not what it is about", () => {
  expect(named("    at parse (/srv/app/node_modules/parser/index.js:3:9)")).toEqual([]);
});
