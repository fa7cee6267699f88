/** What `reeve demo --agents` needs is found in the repository, and what is missing is told with what to do. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDemoAgents } from "./find-demo-agents.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "reeve-cast-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function missing(lacks: string) {
  return { ok: false, refusal: { what: "demo_agents_missing", lacks } };
}

test("an installed package has no model for it: the repository is named", () => {
  put("bin/reeve.js");
  expect(findDemoAgents(root)).toEqual(missing("repository"));
});

test("a fresh clone is told what to install", () => {
  put("test/model-server/main.ts");
  expect(findDemoAgents(root)).toEqual(missing("agents"));
});

test("those that are installed play, each with its version and its way to a model", () => {
  put("test/model-server/main.ts");
  put("test/agents/node_modules/.bin/codex");
  put("test/agents/node_modules/package.json", '{ "version": "1.2.3" }');
  const found = findDemoAgents(root);
  if (!found.ok) throw new Error(found.refusal.what);
  expect(found.value.agents).toMatchObject([{ adapter: "codex", name: "Codex", version: "1.2.3" }]);
  expect(JSON.stringify(found.value.agents[0]?.pointedTo("http://127.0.0.1:1"))).toContain("http://127.0.0.1:1/v1");
  expect(found.value.model.at(-1)).toBe(join(root, "test/model-server/main.ts"));
});
