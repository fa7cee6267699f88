/** One file, many notations. */
import { describe, expect, test } from "vitest";
import { endingsOf, moduleName, pathName } from "./path-name.ts";

const home = ["", "home", "dev"].join("/");

describe("a path without its machine", () => {
  test.each([
    ["./fixtures/rates.csv", "fixtures/rates.csv"],
    ["../../fixtures/rates.csv", "fixtures/rates.csv"],
    [`${home}/shop/fixtures/rates.csv`, "fixtures/rates.csv"],
    ["C:\\Work\\shop\\fixtures\\rates.csv", "fixtures/rates.csv"],
    ["C:\\\\Work\\\\shop\\\\fixtures\\\\rates.csv", "fixtures/rates.csv"],
    [`${home}/shop/.reeve/worktrees/r12/api/fixtures/rates.csv`, "fixtures/rates.csv"],
    ["/app/fixtures/rates.csv:12:4", "fixtures/rates.csv"],
    ["'/app/fixtures/rates.csv'", "fixtures/rates.csv"],
    ["file:///app/fixtures/rates.csv?x=1", "fixtures/rates.csv"],
    [`${home}/package.json`, "package.json"],
    [".env", ".env"],
    ["/etc/hosts", "etc/hosts"],
  ])("%s", (given, name) => {
    expect(pathName(given)).toBe(name);
  });
});

describe("a module", () => {
  test.each([
    ["./storage/ledger", "storage/ledger"],
    ["../src/storage/ledger.ts", "storage/ledger"],
    ["@/storage/ledger", "storage/ledger"],
    ["~/storage/ledger/index.js", "storage/ledger"],
    [`${home}/shop/src/storage/ledger.d.ts`, "storage/ledger"],
    ["/app/packages/pay/src/ledger", "packages/pay/src/ledger"],
  ])("%s", (given, name) => {
    expect(moduleName(given)).toBe(name);
  });

  test("a relative name is resolved by who imports it", () => {
    expect(moduleName("../ledger", "src/api/v1/pay.ts")).toBe("api/ledger");
    expect(moduleName("./ledger", "/app/src/storage/main.js")).toBe("storage/ledger");
    expect(moduleName("../../../ledger", "src/pay.ts")).toBe("ledger");
  });
});

test("shorter names count only if they say something", () => {
  expect(endingsOf("api/storage/ledger")).toEqual(["storage/ledger", "ledger"]);
  expect(endingsOf("api/storage/index")).toEqual(["storage/index"]);
  expect(endingsOf("ledger")).toEqual([]);
});
