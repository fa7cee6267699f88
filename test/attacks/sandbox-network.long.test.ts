/** Where a sandbox lets whom it encloses connect to, and what people read about its walls: the built command, real processes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aGitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { aHome, named, whyNoSandbox } from "../sandbox-lab.ts";
import { ONCE } from "./attack-kit.ts";
import { attacks, enclosed, reached } from "./sandbox-kit.ts";

describe.skipIf(whyNoSandbox() !== null)(named("a sandbox without a network"), () => {
  it("reaches Reeve and the hosts that are named, and nobody else", async () => {
    const server = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const settings = "gateway: on\nsandbox: { mode: on, network: gateway, hosts: [localhost] }\n";
    const it = enclosed(
      {
        a: attacks(
          ["direct", `curl -sf --max-time 5 --noproxy '*' http://127.0.0.1:${port}/`],
          ["other", `NO_PROXY= no_proxy= curl -sf --max-time 5 http://127.0.0.1:${port}/`],
          ["named", `NO_PROXY= no_proxy= curl -sf --max-time 5 http://localhost:${port}/`],
        ),
      },
      settings,
    );
    const running = it.project.start("run", "plan.yaml");
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual(["named"]);
  });

  it("reaches nobody with `none`", async () => {
    const it = enclosed(
      { a: attacks(["dns", "getent hosts example.org"], ["address", "curl -sf --max-time 5 http://192.0.2.1/"]) },
      "sandbox: { mode: on, network: none }\n",
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual([]);
  });
});

describe.skipIf(whyNoSandbox() !== null)(named("Codex with a provider of its own"), () => {
  it("is not started where only the gateway can be reached, and one sentence says what to do", () => {
    const home = aHome();
    mkdirSync(join(home, ".codex"), { recursive: true });
    const provider = '[model_providers.mine]\nname = "Mine"\nbase_url = "https://llm.example.org/v1"\n';
    writeFileSync(join(home, ".codex/config.toml"), `model_provider = "mine"\n${provider}`);
    const settings = "gateway: on\nsandbox: { mode: on, network: gateway }\n";
    const it = aGitProject(
      planOf("a"),
      {},
      { settings: `${ONCE}${settings}`, files: { codex: "#!/bin/sh\nexit 9\n" } },
    );
    it.project.write("reeve.yaml", `agents: { codex: { adapter: codex, command: [./codex] } }\n${ONCE}${settings}`);
    it.project.writeProgram("codex", "#!/bin/sh\nexit 9\n");
    it.project.with({ REEVE_SANDBOX: "on", HOME: home, OPENAI_API_KEY: "sk-none" });
    it.project.reeve("run", "plan.yaml");
    expect(it.project.reeve("questions").out).toContain("Add llm.example.org to `sandbox.hosts`");
  });
});

describe("what is told about walls", () => {
  it.skipIf(whyNoSandbox() !== null)("names the write that was refused, and what to do", () => {
    const it = enclosed({ a: "echo x > /etc/reeve-evil; exit 3" });
    it.project.reeve("run", "plan.yaml");
    expect(it.project.reeve("status").out).toContain("add it to `sandbox.writable` in reeve.yaml");
  });

  it.skipIf(whyNoSandbox() !== null)("says in run, review and doctor what is enforced", () => {
    const it = enclosed({ a: writes("a.txt", "a") });
    const said = "Sandbox: bubblewrap; files are enclosed";
    expect(it.project.reeve("run", "plan.yaml").out).toContain(said);
    expect(it.project.reeve("review").out).toContain(said);
    expect(it.project.reeve("doctor").out).toContain(said);
  });
});
