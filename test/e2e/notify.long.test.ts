/** A person is told: real receivers of a real run and of a board, through failures, kill -9 and answers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listen, portOf } from "../gateway/lab.ts";
import { until } from "../wait.ts";
import { aBoard, BOARD, workBoard } from "./board-lab.ts";
import { ASKS, aShellProject, DONE, eventsOf, ofType, planOf } from "./kit.ts";
import type { TestProject } from "./project.ts";

interface Message {
  readonly id: string;
  readonly severity: string;
  readonly title: string;
  readonly text: string;
  readonly commands: readonly string[];
}

/** Writes what it gets to `told`. */
const TELL = "cat >> told";

function messagesOf(project: TestProject): Message[] {
  if (!existsSync(join(project.dir, "told"))) return [];
  const lines = project.read("told").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Message);
}

function telling(receiver = TELL): string {
  return `notify: [{ command: [/bin/sh, -c, '${receiver}'], name: me }]\n`;
}

describe("a run", () => {
  it("tells of its question with the command that answers it, takes the answer into the next prompt, and tells its end", () => {
    const agent = { a: `case "$(cat)" in *"The answer: blue"*) ${DONE};; *) ${ASKS};; esac`, "*": DONE };
    const project = aShellProject(planOf("a", "b"), agent, telling());
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    expect(messagesOf(project)).toMatchObject([
      { id: "r1-n1", severity: "high", title: "a asks you (q1)", commands: ["reeve answer q1 1 --run r1"] },
    ]);
    expect(project.reeve("questions").out).toMatch(
      /q1 \(a\) {2}Which colour\?\n {5}high · asked \d+ .*s ago · holds up a · told once\n/,
    );
    expect(project.reeve("ack", "q1").out).toContain("acknowledge q1");
    expect(project.reeve("answer", "q1", "2", "--run", "r1").code).toBe(0);
    expect(project.reeve("run").code).toBe(0);
    expect(messagesOf(project)[1]).toMatchObject({ severity: "info", title: "A plan: all is done" });
    expect(messagesOf(project)).toHaveLength(2);
  });

  it("sends its report with the news of its end to whoever asked for it, and to nobody else", () => {
    const receivers = [
      "{ command: [/bin/sh, -c, 'cat >> told'], name: me, report: true }",
      "{ command: [/bin/sh, -c, 'cat >> other'] }",
    ];
    const agent = { a: DONE, b: ASKS };
    const project = aShellProject(planOf("a", "b"), agent, `notify: [${receivers.join(", ")}]\n`);
    project.reeve("run", "plan.yaml");
    project.reeve("skip", "b");
    project.reeve("run");
    const last = messagesOf(project).at(-1) as Message & { report: { markdown: string; html: string } };
    expect(last.title).toContain("A plan");
    expect(last.report.markdown).toContain("1 of 2 tasks is done.");
    expect(last.report.html).toMatch(/^<!doctype html>/i);
    expect(project.read("other")).not.toContain("report");
  });

  it("does not wait for a receiver that hangs or is away, and tells of it when it is back", async () => {
    let requests = 0;
    const server = await listen((_request, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 503 : 200).end();
    });
    const notify = `notify: [{ webhook: "http://127.0.0.1:${portOf(server)}/x" }, { command: [no-such-program] }]\n`;
    const project = aShellProject(planOf("a"), { a: DONE }, notify);
    const { code, out } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(0);
    expect(requests).toBe(2);
    expect(out).toContain("could not be sent to command: the program no-such-program was not found");
    const events = eventsOf(project, "--all");
    expect(ofType(events, "notice_delivered")).toMatchObject([{ receiver: "webhook" }]);
  });

  it("that is killed while it sends tells once more when it is taken up again, and then never", async () => {
    const slow = "cat >> told; echo x >> begun; until [ -e go ]; do sleep 0.02; done";
    const project = aShellProject(planOf("a"), { a: DONE }, telling(slow));
    const reeve = project.start("run", "plan.yaml");
    await until("the message to be under way", () => existsSync(join(project.dir, "begun")));
    reeve.signal("SIGKILL");
    await reeve.ended;
    project.write("go", "");
    expect(project.reeve("run").code).toBe(0);
    expect(messagesOf(project).map(({ id }) => id)).toEqual(["r1-n1", "r1-n1"]);
    expect(project.reeve("run").out).toContain("has worked this plan to its end");
    expect(messagesOf(project)).toHaveLength(2);
  });

  it("masks what is secret, whoever printed it", () => {
    const leak = `echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"Use hunter2-hunter2?"}'`;
    const project = aShellProject(planOf("a"), { a: leak }, telling()).with({ DEPLOY_TOKEN: "hunter2-hunter2" });
    project.reeve("run", "plan.yaml");
    expect(messagesOf(project)).toHaveLength(1);
    expect(project.read("told")).toContain("Use [redacted]?");
    expect(project.read("told")).not.toContain("hunter2");
  });
});

describe("a board", () => {
  it("tells that it is complete, or that it waits and for what", () => {
    const project = aBoard({ agent: "log; say ok", settings: telling() });
    workBoard(project);
    expect(messagesOf(project)).toMatchObject([{ severity: "info", title: `${BOARD}: the board is complete` }]);
    const stuck = aBoard({ agent: "echo nonsense", settings: `kanban: { retries: 0 }\n${telling()}` });
    workBoard(stuck);
    expect(messagesOf(stuck)).toMatchObject([
      { severity: "high", title: `${BOARD} waits for you`, commands: [`reeve kanban run ${BOARD}`] },
    ]);
  });

  it("that is killed while it sends its last message sends it again", async () => {
    const slow = "cat >> told; echo x >> begun; until [ -e go ]; do sleep 0.02; done";
    const project = aBoard({ agent: "log; say ok", settings: telling(slow) });
    const reeve = project.start("kanban", "run", BOARD);
    await until("the message to be under way", () => existsSync(join(project.dir, "begun")));
    reeve.signal("SIGKILL");
    await reeve.ended;
    project.write("go", "");
    workBoard(project);
    expect(
      messagesOf(project)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(["r1-n1", "r1-n1"]);
  });
});

describe("reeve notify test", () => {
  it("says of each receiver what happened, and fails when one did", () => {
    const notify = `notify: [{ command: [/bin/sh, -c, '${TELL}'], name: me }, { command: [no-such-program], name: nobody }]\n`;
    const project = aShellProject(planOf("a"), { a: DONE }, notify);
    const { code, out } = project.reeve("notify", "test");
    expect(code).toBe(1);
    expect(out).toBe(
      "me: the message was taken.\nnobody: the program no-such-program was not found. Correct notify: in reeve.yaml.\n",
    );
    expect(messagesOf(project)).toMatchObject([{ title: "A test message" }]);
    expect(aShellProject(planOf("a"), { a: DONE }).reeve("notify", "test").code).toBe(2);
  });
});
