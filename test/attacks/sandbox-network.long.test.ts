/** Where a sandbox lets whom it encloses connect to, and what people read about its walls: the built command, real processes. */
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { writes } from "../e2e/git-kit.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";
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
