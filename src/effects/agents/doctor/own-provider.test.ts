/** Codex with a provider of its own, where only the gateway and named hosts can be reached. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unreachableProvider } from "./own-provider.ts";

const OWN =
  'model = "x"\nmodel_provider = "mine"\n\n[model_providers.mine]\nname = "Mine"\nbase_url = "https://llm.example.org/v1"\n';

test.each([
  ["a provider of its own", OWN, "llm.example.org"],
  [
    "one that is named in quotes, after others",
    OWN.replace(
      "providers.mine]",
      'providers.other]\nbase_url = "https://other.example.org"\n[model_providers."mine"]',
    ),
    "llm.example.org",
  ],
  ["none", 'model = "x"\n', null],
  ["OpenAI itself", 'model_provider = "openai"\n', null],
  ["one that is there and not chosen", OWN.replace('model_provider = "mine"\n', ""), null],
  [
    "one that only a profile chooses",
    OWN.replace('model_provider = "mine"', "").concat('[profiles.p]\nmodel_provider = "mine"\n'),
    null,
  ],
  ["one without an address", 'model_provider = "mine"\n', null],
  ["no TOML at all", "\0\0]]]][[[", null],
])("%s", (_name, config, host) => {
  const env = { HOME: aHome(config) };
  const asked: string[] = [];
  const failure = unreachableProvider("codex", env, (each) => asked.push(each) < 0);
  expect(asked).toEqual(host === null ? [] : [host]);
  if (host === null) expect(failure).toBeNull();
  else expect(failure?.message).toContain(`Add ${host} to \`sandbox.hosts\``);
});

test("a host that is named is no obstacle, nor is it any other agent's", () => {
  const env = { HOME: "/nowhere", CODEX_HOME: join(aHome(OWN), ".codex") };
  expect(unreachableProvider("codex-exec", env, () => false)).toMatchObject({
    class: "config_error",
    restart: "terminal",
  });
  expect(unreachableProvider("codex", env, () => true)).toBeNull();
  expect(unreachableProvider("claude", env, () => false)).toBeNull();
});

function aHome(config: string): string {
  const home = mkdtempSync(join(tmpdir(), "reeve-codex-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, ".codex"));
  writeFileSync(join(home, ".codex/config.toml"), config);
  return home;
}
