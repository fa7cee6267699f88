import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject } from "../../../test/app-lab.ts";
import { until } from "../../../test/wait.ts";
import { logOf } from "../../systems/messages/message-files.ts";
import { MessageReader } from "../../systems/messages/message-reader.ts";
import { MessageWriter } from "../../systems/messages/message-writer.ts";
import { reside } from "./resident.ts";

test("a resident supervisor answers what is asked, alerts after three errors and stays; another continues for it", async () => {
  const project = aProject();
  const session = join(project.root, "s1");
  mkdirSync(session);
  const needless = () => Promise.reject(new Error("no outside check is declared"));
  const wish = { world: { runCheck: needless, askCheck: needless }, project, run: "r1", now: () => 0 };
  const answered = (id: string) => existsSync(join(project.stateDir, "runs/r1/checkpoints", `${id}.json`));

  const first = new AbortController();
  const residing = reside(wish, session, first.signal);
  const wrong = ["X-1", "X-2", "X-3"].map((task) => ask(session, task));
  await until("three answers", () => wrong.every(answered));
  const right = ask(session, "CHECKPOINT-001");
  await until("an answer after three errors", () => answered(right));
  first.abort();
  await residing;
  expect(typesIn(session).filter((type) => type === "error" || type === "pattern_warning")).toEqual([
    ...["error", "error", "error", "pattern_warning"],
  ]);

  const later = ask(session, "CHECKPOINT-002");
  const second = new AbortController();
  const again = reside(wish, session, second.signal);
  await until("what was asked while nobody resided", () => answered(later));
  second.abort();
  await again;
  const reports = typesIn(session).filter((type) => type === "supervision_report");
  expect(reports).toHaveLength(2);
});

function ask(session: string, task: string): string {
  const writer = new MessageWriter(logOf(session));
  const common = { from: "coordinator", to: "supervisor", type: "checkpoint_request", summary: `${task} is due` };
  const { id } = writer.append({ ...common, data: { task, run: "r1" } }, 0);
  writer.close();
  return id;
}

function typesIn(session: string): readonly string[] {
  const types: string[] = [];
  new MessageReader(logOf(session)).read(({ type }) => types.push(type));
  return types;
}
