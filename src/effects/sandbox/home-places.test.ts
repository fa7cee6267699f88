import { expect, test } from "vitest";
import { AGENT_PLACES, agentsIn, SECRET_PLACES } from "./home-places.ts";
import { isAllowed } from "./network/allowed-host.ts";

test.each<[readonly string[], readonly string[]]>([
  [["claude"], ["claude"]],
  [["/usr/local/bin/codex", "exec"], ["codex"]],
  [["npx", "@google/gemini-cli", "--acp"], ["gemini"]],
  [["./my-claude.sh"], ["claude"]],
  [["sh", "-c", "claude or codex, who continues?"], []],
  [["my-agent"], []],
])("the agents that %j starts", (command, agents) => {
  expect(agentsIn(command)).toEqual(agents);
});

test("every place is seen from the home, and no secret is an agent's own", () => {
  const own = Object.values(AGENT_PLACES).flatMap((places) => [...places.own, ...places.copied]);
  for (const path of [...SECRET_PLACES, ...own]) expect(path).not.toMatch(/^[/~]|\.\./);
  expect(SECRET_PLACES.filter((path) => own.includes(path))).toEqual([]);
});

test.each<[string, boolean]>([
  ["packages.example.org", true],
  ["PACKAGES.example.org.", true],
  ["evil.packages.example.org", false],
  ["files.pythonhosted.org", true],
  ["pythonhosted.org", false],
  ["notpythonhosted.org", false],
  ["", false],
])("whether %j is among the named hosts", (host, allowed) => {
  expect(isAllowed(host, ["packages.example.org", "*.pythonhosted.org"])).toBe(allowed);
});
