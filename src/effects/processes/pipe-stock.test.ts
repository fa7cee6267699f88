import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../../test/wait.ts";
import { PipeStock } from "./pipe-stock.ts";

test("is empty at first, refills behind the first start, and hands out each pair once", async () => {
  const { dir, stock } = open();
  expect(stock.take(dir)).toBe("");
  const pairs = [await taken(stock, dir), await taken(stock, dir)];
  expect(pairs[0]).not.toBe(pairs[1]);
  for (const pair of pairs) {
    expect([`${pair}.out`, `${pair}.err`].map((name) => lstatSync(name).isFIFO())).toEqual([true, true]);
    stock.discard(pair);
    expect(existsSync(`${pair}.out`) || existsSync(`${pair}.err`)).toBe(false);
  }
});

test("leaves nothing behind, and clears away what a killed starter left long ago, but not what is new", async () => {
  const { dir, stock } = open();
  mkdirSync(dir);
  for (const name of ["1-old-0.out", "1-new-0.out"]) writeFileSync(join(dir, name), "");
  utimesSync(join(dir, "1-old-0.out"), new Date(0), new Date(0));
  stock.discard(await taken(stock, dir));
  await stock.clear();
  expect(readdirSync(dir)).toEqual(["1-new-0.out"]);
});

test("where nothing can be made, there is simply none", () => {
  const { stock } = open();
  expect(stock.take("/dev/null/pipes")).toBe("");
  stock.discard("");
});

function open(): { dir: string; stock: PipeStock } {
  const base = mkdtempSync(join(tmpdir(), "reeve-pipes-"));
  const stock = new PipeStock();
  onTestFinished(async () => {
    await stock.clear();
    rmSync(base, { recursive: true });
  });
  return { dir: join(base, "pipes"), stock };
}

function taken(stock: PipeStock, dir: string): Promise<string> {
  return until("a pair of pipes", () => stock.take(dir) || undefined);
}
