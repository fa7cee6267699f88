/** What Prometheus reads: every line by the text format, every family told once, no series twice. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteProject } from "../../src/app/machine/registry.ts";
import { findProject } from "../../src/app/project/project.ts";
import { done } from "../../src/testing/outcomes.ts";
import { aProject, aRun, ends } from "../app-lab.ts";
import { aShop, served } from "./served.ts";

const SAMPLE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\} (-?\d+(?:\.\d+)?(?:e-?\d+)?)$/;

/** Throws at the first line that Prometheus would not take. */
function parsed(text: string) {
  const families = new Map<string, string>();
  const series = new Map<string, number>();
  expect(text.endsWith("\n")).toBe(true);
  for (const line of text.trimEnd().split("\n")) {
    const type = /^# TYPE (\S+) (counter|gauge)$/.exec(line);
    if (type) {
      expect(families.has(type[1] ?? ""), line).toBe(false);
      families.set(type[1] ?? "", type[2] ?? "");
    } else if (!/^# HELP \S+ \S/.test(line)) {
      const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
      expect(families.has(name), line).toBe(true);
      expect(series.has(`${name}{${labels}}`), line).toBe(false);
      series.set(`${name}{${labels}}`, Number(value));
    }
  }
  return { families, series };
}

test("metrics count tasks by state, dollars and what needs a person", async () => {
  const { get } = await aShop();
  const response = await get("/metrics");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^reeve_tasks\{project="[^"]+",run="r1",state="question"\} 1$/m);
  expect(text).toMatch(/^reeve_usd_total\{project="[^"]+",run="r1"\} 1$/m);
  expect(text).toMatch(/^reeve_needs_you\{project="[^"]+",run="r1"\} 2$/m);
  const { families } = parsed(text);
  expect([...families].filter(([name, type]) => name.endsWith("_total") !== (type === "counter"))).toEqual([]);
});

test("two projects in folders that are called alike are two series", async () => {
  const outer = aProject();
  const [one, two] = ["a/shop", "b/shop"].map((path) => {
    mkdirSync(join(outer.root, path, ".reeve"), { recursive: true });
    return findProject(join(outer.root, path));
  });
  if (!one || !two) throw new Error("two were made");
  for (const project of [one, two]) {
    await aRun(project, ["api"], ends("api.1", done("api")));
    noteProject(project, { XDG_STATE_HOME: `${one.root}/machine` });
  }
  const { get } = await served(one);
  const { series } = parsed(await (await get("/metrics")).text());
  expect([...series].filter(([name]) => name.startsWith("reeve_attempts_total"))).toHaveLength(2);
});
