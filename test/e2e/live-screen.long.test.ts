/** The screens in a real terminal, made by script(1), seen through an emulator: of `reeve run` itself, and of `reeve watch`. */
import { spawn, spawnSync } from "node:child_process";
import { describe, expect, it, type TestContext } from "vitest";
import { HeadlessTerminal } from "../headless-terminal.ts";
import { until } from "../wait.ts";
import { ASKS, aShellProject, atWork, DONE, eventsOf, ofType, planOf, UNTIL_GO } from "./kit.ts";
import { BIN, RunningReeve, type TestProject } from "./project.ts";

const SIZE = { columns: 90, rows: 24 };

interface InTerminal {
  readonly reeve: RunningReeve;
  readonly press: (keys: string) => void;
  /** What is seen now. */
  readonly seen: () => Promise<HeadlessTerminal>;
  readonly sent: () => string;
}

function inTerminal(project: TestProject, context: TestContext, args: string): InTerminal {
  if (spawnSync("script", ["--version"]).status !== 0) context.skip("there is no script(1) of util-linux here");
  const command = `stty cols ${SIZE.columns} rows ${SIZE.rows} -echo; exec '${process.execPath}' '${BIN}' ${args}`;
  const env = { ...project.env, TERM: "xterm-256color", LANG: "C.UTF-8" };
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: project.dir,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let sent = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (sent += text));
  const seen = async () => {
    const terminal = new HeadlessTerminal(SIZE);
    await terminal.write(sent);
    return terminal;
  };
  return { reeve: new RunningReeve(child), press: (keys) => void child.stdin.write(keys), seen, sent: () => sent };
}

async function untilSeen({ seen, sent }: InTerminal, what: string, ...patterns: readonly RegExp[]): Promise<string> {
  let text = "";
  await until(
    what,
    async () => {
      const terminal = await seen();
      text = terminal.text;
      terminal.dispose();
      return patterns.every((pattern) => pattern.test(text));
    },
    () => `${text}\n${sent().length} bytes`,
  );
  return text;
}

describe("reeve run in a terminal", () => {
  it("shows what needs you, who works and what comes back; Ctrl-C stops it and leaves the terminal as it was", async (context) => {
    const backoff = "policies: { worker: { backoff: 600 } }\n";
    const agent = { asks: ASKS, falls: "echo fell over >&2; exit 9", done: DONE, works: UNTIL_GO };
    const plan = planOf("asks", "falls", "done", "works", "id: later, depends_on: [works]");
    const project = aShellProject(plan, agent, backoff);
    const terminal = inTerminal(project, context, "run plan.yaml");
    await atWork(project, "works");
    await untilSeen(
      terminal,
      "a screen with all of it",
      /^ r1 A plan .* 1 of 5 /,
      /\n NEEDS YOU 1 ─+\n▸\? q1 asks +Which colour\?/,
      /\n WORKING 1 ─+\n ● works\.1 +sh /,
      /\n BACK BY ITSELF 1 ─+\n ↻ falls /,
      /\n WAITING 1 ─+\n · later +for works/,
    );
    terminal.press("\u0003");
    expect((await terminal.reeve.ended).code).toBe(4);
    const left = await terminal.seen();
    expect(left.isClean).toBe(true);
    expect(left.text).toContain("1 of 5 tasks done · stopped");
    expect(left.text).not.toContain("NEEDS YOU 1 ─");
  });

  it("goes on with lines when the screens are left, and ends with what came of it", async (context) => {
    const project = aShellProject(planOf("a"), { "*": UNTIL_GO });
    const terminal = inTerminal(project, context, "run plan.yaml");
    await atWork(project, "a");
    await untilSeen(terminal, "the screens", /● a\.1/);
    terminal.press("q");
    await untilSeen(terminal, "the screens to be gone", /You left the screens/);
    project.write("go", "");
    expect((await terminal.reeve.ended).code).toBe(0);
    expect((await terminal.seen()).text).toMatch(/a: is done[\s\S]*The one task is done/);
  });
});

describe("reeve watch", () => {
  it("attaches to a run of another process, and an answer that is given there reaches it", async (context) => {
    const agent = { asks: `if [ -e asked ]; then ${DONE}; else touch asked; ${ASKS}; fi`, works: UNTIL_GO };
    const project = aShellProject(planOf("asks", "works"), agent);
    const reeve = project.start("run", "plan.yaml");
    await atWork(project, "works");
    const terminal = inTerminal(project, context, "watch");
    await untilSeen(terminal, "the question", /▸\? q1 asks/);
    terminal.press("2");
    await untilSeen(terminal, "the confirmation", /ANSWER q1 ─/, /Your answer\? {2}blue█/, /\$ reeve answer q1 "blue"/);
    terminal.press("\r");
    await untilSeen(terminal, "the answer", /q1 is answered: blue/);
    expect(ofType(eventsOf(project), "question_answered")).toMatchObject([{ question: "q1", text: "blue" }]);
    terminal.press("q");
    expect((await terminal.reeve.ended).code).toBe(0);
    expect((await terminal.seen()).isClean).toBe(true);
    project.write("go", "");
    expect((await reeve.ended).code).toBe(0);
  });

  it("shows a run that nobody works on, gives the terminal back when it is told to end, and prints the status elsewhere", async (context) => {
    const project = aShellProject(planOf("asks"), { "*": ASKS });
    expect(project.reeve("run", "plan.yaml").code).toBe(3);
    const terminal = inTerminal(project, context, "watch r1");
    await untilSeen(terminal, "the run", /no Reeve at work/, /\? q1 asks/);
    const pid = project.leftovers().find((line) => / watch r1$/.test(line) && !line.includes("script"));
    process.kill(Number.parseInt(pid ?? "", 10), "SIGTERM");
    await terminal.reeve.ended;
    expect((await terminal.seen()).isClean).toBe(true);
    expect(project.reeve("watch").out).toContain("0 of 1 task done");
    expect(project.json("watch")).toMatchObject([
      { run: { id: "r1" }, attention: [{ kind: "brake" }, { question: "q1" }] },
    ]);
  });
});
