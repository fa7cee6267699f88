/** Programs of a hostile agent that give orders in a person's name, with no `reeve` in between. */

/** A program of the agent's: lays what it is told into the mailbox, waits until it has an outcome, and writes that down. */
export const FORGER = `
import { createHash, randomUUID } from "node:crypto";
import { realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
const [, , runDir, said, how, count = "1"] = process.argv;
const db = new DatabaseSync(runDir + "/journal.db", { timeout: 20000 });
const pid = how === "reeve" ? Number(process.env.REEVE_PID) : how === "own slip" ? process.pid : 4711;
const by = { user: "dev", host: "desk", tty: "/dev/pts/3", pid, command: "reeve skip" };
const from = "dev on desk (/dev/pts/3, pid " + pid + "): reeve skip";
const lay = db.prepare("INSERT INTO mailbox (at, sender, name, input) VALUES (?, ?, ?, ?)");
const order = JSON.stringify({ type: "skip", task: "b", because: "not needed", dependants: "end", by });
let last = "";
if (how === "copy") {
  const [row] = db.prepare("SELECT at, sender, input FROM mailbox WHERE input LIKE '%skip%'").all();
  last = randomUUID() + "/1";
  lay.run(row.at, row.sender, last, row.input);
} else {
  db.exec("BEGIN IMMEDIATE");
  for (let i = 0; i < Number(count); i += 1) {
    const sender = randomUUID(), at = Date.now(), input = how === "garbage" ? "{" : order;
    last = sender + "/1";
    if (how === "own slip") {
      const text = JSON.stringify([realpathSync(runDir), sender, 1, at, from, input]);
      const name = "reeve-slip-" + createHash("sha256").update(text).digest("hex");
      await new Promise((up) => createServer(() => {}).listen("\\0" + name, up));
    }
    lay.run(at, from, last, input);
  }
  db.exec("COMMIT");
}
if (how === "killed") process.exit(0);
let outcome = null;
while (outcome === null) {
  outcome = db.prepare("SELECT outcome FROM mailbox WHERE name = ?").get(last).outcome;
  await setTimeout(20);
}
writeFileSync(said, outcome);
process.exit(0);
`;

/** Sends an order to the server whose address it is given, and writes down what it is told; or hangs up before it is. */
export const CLIENT = `
import { connect } from "node:net";
import { writeFileSync } from "node:fs";
const [, , url, said, how] = process.argv;
const { host, port, hash } = new URL(url);
const body = JSON.stringify({ type: "skip", task: "b", because: "not needed" });
const list = await (await fetch("http://" + host + "/api/overview", { headers: { Authorization: "Bearer " + hash.split("/").at(-1) } })).json();
const project = (list.projects ?? list)[0].id;
const address = "/api/projects/" + project + "/runs/r1/orders";
const headers = { Host: host, Authorization: "Bearer " + hash.split("/").at(-1), "Content-Type": "application/json", "Content-Length": body.length };
if (how === "stays") {
  const answer = await fetch("http://" + host + address, { method: "POST", headers, body });
  writeFileSync(said, answer.status + " " + await answer.text());
} else {
  const socket = connect(Number(port), "127.0.0.1");
  const lines = Object.entries(headers).map(([name, value]) => name + ": " + value + "\\r\\n").join("");
  socket.end("POST " + address + " HTTP/1.1\\r\\n" + lines + "\\r\\n" + body, () => process.exit(0));
}
`;
