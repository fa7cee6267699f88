/** Every kind of receiver at once, real ones that fail in every way: the run does not wait for them, and says of each what became of it. */
import { chmodSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen, portOf } from "../gateway/lab.ts";
import { aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";

interface Got {
  readonly url: string;
  readonly body: string;
}

/** `/slack` is away at first, `/moved` has moved, `/hang` never answers. */
async function aReceiver(): Promise<{ readonly port: number; readonly got: Got[] }> {
  const got: Got[] = [];
  const server = await listen((request, response) => {
    const url = request.url ?? "";
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const isFirst = !got.some((each) => each.url === url);
      got.push({ url, body });
      if (url === "/hang") return;
      if (url === "/moved") return void response.writeHead(302, { location: "/elsewhere" }).end();
      response.writeHead(url === "/slack" && isFirst ? 500 : 200).end();
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: portOf(server), got };
}

/** Nobody listens there any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("desktop, bell, programs, webhooks and mail: those that work are told once, the others are named with why", async () => {
  const { port, got } = await aReceiver();
  const at = `http://127.0.0.1:${port}`;
  const refused = `http://127.0.0.1:${await closedPort()}/x`;
  const notify = `notify:
  - desktop
  - { email: "me@example.org" }
  - { command: [/bin/sh, -c, "cat >> told"], name: good }
  - { command: [/bin/sh, -c, "exec sleep 600"], name: hangs }
  - { command: [/bin/sh, -c, "kill -9 $$"], name: crashes }
  - { command: [/bin/sh, -c, "yes"], name: floods }
  - { webhook: "${at}/slack", format: slack, name: slack }
  - { webhook: "${at}/topic", format: ntfy, name: ntfy }
  - { webhook: "${at}/moved", name: moved }
  - { webhook: "${at}/hang", name: silent }
  - { webhook: "${refused}", name: away }
`;
  const project = aShellProject(planOf("a"), { a: `echo "$SOME_API_KEY"; ${DONE}` }, notify);
  for (const program of ["notify-send", "sendmail"]) {
    project.write(`bin/${program}`, `#!/bin/sh\n{ printf '%s\\n' "$@"; cat; } >> "${project.dir}/${program}.got"\n`);
    chmodSync(join(project.dir, "bin", program), 0o755);
  }
  project.with({ PATH: `${project.dir}/bin:${process.env["PATH"]}`, SOME_API_KEY: "sk-secret-0123456789abcdef" });
  const { code, out } = await project.start("run", "plan.yaml").ended;
  expect(code, out).toBe(0);
  const events = eventsOf(project, "--all");
  const delivered = ofType(events, "notice_delivered").map(({ receiver }) => receiver);
  expect(delivered.toSorted()).toEqual(["desktop", "email", "good", "ntfy", "slack"]);
  const failed = Object.fromEntries(ofType(events, "notice_failed").map(({ receiver, detail }) => [receiver, detail]));
  expect(failed).toMatchObject({
    moved: "it answered 302: it has moved; write its new address",
    away: "ECONNREFUSED",
    floods: expect.stringContaining("printed more than a receiver should"),
    crashes: expect.stringContaining("was ended by SIGKILL"),
    slack: "it answered 500",
  });
  expect(got.filter(({ url }) => url === "/elsewhere")).toEqual([]);
  expect(JSON.parse(got.find(({ url }) => url === "/slack")?.body ?? "{}")).toMatchObject({
    text: expect.stringContaining("all is done"),
  });
  expect(JSON.parse(got.find(({ body }) => body.includes("topic"))?.body ?? "{}")).toMatchObject({
    topic: "topic",
    priority: 2,
  });
  expect(project.read("told").trim().split("\n")).toHaveLength(1);
  expect(project.read("notify-send.got")).toContain("Reeve: A plan: all is done");
  expect(project.read("sendmail.got")).toContain("Subject: [reeve] A plan: all is done");
  const all = [out, ...got.map(({ body }) => body), project.read("told"), project.read("sendmail.got")].join("\n");
  expect(all).not.toContain("sk-secret");
});
