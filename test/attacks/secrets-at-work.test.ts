/** An agent prints secrets and goes on working: whatever is shown meanwhile holds none of them. The built command. */
import { expect, it } from "vitest";
import { aShellProject, atWork, planOf, UNTIL_GO } from "../e2e/kit.ts";
import { KEY } from "./attack-kit.ts";

const BODY = "MIIEowIBAAKCAQEAt3Zr9qLkVbXn0pW8cYdHs5uJ2mTfGxRa";
const PEM = ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ");

it("what an attempt prints is masked in logs, events, status and why while it still works", async () => {
  const printed = [
    `echo 'token ${KEY} here'`,
    `echo '{"type":"text","text":"${KEY}"}'`,
    `printf '%s\\n%s\\n%s\\n' '${PEM}' '${BODY}' '${PEM.replace("BEGIN", "END")}' >&2`,
    `printf 'half ${KEY.slice(0, 20)}'; sleep 0.2; printf '${KEY.slice(20)}\\n'`,
    "echo printed",
  ];
  const project = aShellProject(planOf("a"), { a: `${printed.join("; ")}; ${UNTIL_GO}` });
  const reeve = project.start("run", "plan.yaml", "--json");
  await atWork(project, "a");
  const follow = project.start("logs", "a", "--follow");
  await follow.line(/printed/);
  const looks = [["logs", "a"], ["logs", "a", "--json"], ["events"], ["status", "--json"], ["why", "a"]];
  const shown = looks.map((args) => project.reeve(...args)).map(({ out, err }) => `${out}${err}`);
  project.write("go", "");
  const [ran, followed] = [await reeve.ended, await follow.ended];
  for (const text of [...shown, ran.out, ran.err, followed.out, followed.err]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(BODY);
  }
  expect(shown[0]).toContain("token [redacted] here");
});
