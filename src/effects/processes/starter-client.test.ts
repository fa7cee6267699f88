/** The client against starters that are programs of one line, so that each way to fail can be had at will. */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStarterClient, type StarterClient, StarterError } from "./starter-client.ts";

/** Answers each line with its id, from `answer`; `line` is the request. */
function starter(body: string, pulse = {}): StarterClient {
  const program = `require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => { const line = JSON.parse(text); ${body} })`;
  const client = createStarterClient([process.execPath, "-e", program], pulse);
  onTestFinished(() => client.close());
  return client;
}

const say = (what: string): string => `process.stdout.write(JSON.stringify({ id: line.id, ${what} }) + "\\n");`;

test("answers find their questions, in whatever order they come", async () => {
  const client = starter(`setTimeout(() => { ${say("answer: line.body.pids")} }, line.body.pids[0])`);
  const [slow, fast] = await Promise.all([client.ask("find", { pids: [50] }), client.ask("find", { pids: [0] })]);
  expect([slow, fast]).toEqual([[50], [0]]);
});

test("a request that holds separators of lines and paragraphs is one request", async () => {
  const client = starter(say("answer: line.body.mark.length"));
  expect(await client.ask("keepers", { mark: "a\u2028b\u2029c" })).toBe(5);
});

test("a request the starter could not fulfil is an error of its own kind", async () => {
  const client = starter(say('problem: "no more processes"'));
  await expect(client.ask("boot_id", {})).rejects.toThrow(new StarterError("boot_id: no more processes"));
});

test("a starter that dies over a request gets it again, and nobody notices", async () => {
  // It answers only when it is the third one: each life leaves a byte behind.
  const file = join(tmpdir(), `reeve-lives-${process.pid}`);
  const client = starter(
    `fs.appendFileSync(${JSON.stringify(file)}, "x"); const lives = fs.statSync(${JSON.stringify(file)}).size; if (lives < 3) process.exit(1); fs.rmSync(${JSON.stringify(file)}); ${say("answer: String(lives)")}`,
  );
  expect(await client.ask("boot_id", {})).toBe("3");
});

test("a starter that is held by a signal is continued, one that hangs is replaced, and whoever asked gets an answer", async () => {
  const held = starter(
    `if (line.verb === "boot_id" && line.id > 0) process.kill(process.pid, "SIGSTOP"); ${say('answer: "awake"')}`,
    { tickMs: 20 },
  );
  expect(await held.ask("boot_id", {})).toBe("awake");
  const file = join(tmpdir(), `reeve-hangs-${process.pid}`);
  onTestFinished(() => rmSync(file, { force: true }));
  const hangs = `const path = ${JSON.stringify(file)}; if (line.id > 0 && !fs.existsSync(path)) { fs.writeFileSync(path, ""); for (;;); }`;
  const hung = starter(`${hangs} ${say('answer: "another"')}`, { tickMs: 20 });
  expect(await hung.ask("boot_id", {})).toBe("another");
});

test("a starter that cannot live is given up with its last words, and tried again at the next request", async () => {
  const client = createStarterClient([process.execPath, "-e", 'console.error("out of order"); process.exit(7)']);
  onTestFinished(() => client.close());
  for (let time = 0; time < 2; time += 1) {
    await expect(client.ask("boot_id", {})).rejects.toThrow(/does not run: it ended with 7 out of order/);
  }
});

test("a program that is not there is told like any other failure", async () => {
  const client = createStarterClient(["no-such-starter-program"]);
  onTestFinished(() => client.close());
  await expect(client.ask("boot_id", {})).rejects.toThrow(/ENOENT/);
});

test("closing lets the starter go, and asking afterwards is a bug", async () => {
  const client = starter(say('answer: "x"'));
  await client.ask("boot_id", {});
  expect(client.pid()).toBeGreaterThan(0);
  await client.close();
  expect(client.pid()).toBeUndefined();
  expect(() => client.ask("boot_id", {})).toThrow(/after it was closed/);
});
