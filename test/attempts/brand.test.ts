/** The brand, under every shell that is here: it stays with all that an agent starts, and with nobody else. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brandAt, brandFor, brandIn, brandOf } from "../../src/effects/processes/table/brand.ts";
import { KeptAttempt } from "./kept-attempt.ts";

test.for(["dash", "bash", "busybox"])("under %s it stays, whatever else is left behind", async (name, context) => {
  if (process.platform !== "linux") return context.skip("needs /proc");
  const shell = namedSh(name);
  if (shell === null) return context.skip(`needs ${name}`);
  const attempt = new KeptAttempt(shell);
  const raise = "{ ulimit -w unlimited || ulimit -x unlimited; } 2>/dev/null";
  const look = "cat /proc/self/limits";
  await attempt.run(["sh", "-c", `env -i sh -c '${look}; ${isRaised() ? "true" : raise}; setsid --wait ${look}'`]);
  const limits = attempt.read("out.0").split("Max cpu time").slice(1);
  expect(limits.map(brandIn)).toEqual([attempt.brand, attempt.brand]);
  expect(brandAt("self")).toBe("");
});

test("it tells attempts apart, and is a number that shells and programs read", () => {
  const brands = Array.from({ length: 1_000 }, (_, i) => brandOf(`a.${i}-0123456789abcdef`));
  expect(new Set(brands).size).toBe(1_000);
  for (const brand of brands) expect(String(Number(brand))).toBe(brand);
  expect(brandFor("a.1-0")).toBe(brandOf("a.1-0"));
});

/** By the name `sh`, as a system would have it; null: it is not here. */
function namedSh(name: string): string | null {
  const path = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
  if (path === "") return null;
  const dir = mkdtempSync(join(tmpdir(), "reeve-shell-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, name));
  symlinkSync(path, join(dir, name, "sh"));
  return join(dir, name, "sh");
}

/** The superuser may, where that has not been taken from it. */
function isRaised(): boolean {
  const raises = "{ ulimit -w 9 || ulimit -x 9; } && { ulimit -w 10 || ulimit -x 10; }";
  return spawnSync("sh", ["-c", raises], { stdio: "ignore" }).status === 0;
}
