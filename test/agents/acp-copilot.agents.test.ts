/**
 * Copilot CLI over ACP, against the scripted model server. It starts quickest of those that speak it, so what the driver does
 * for every agent is tried with it; what the others say differently is tried in files of their own.
 */
import { conforms } from "./conformance/conformance.ts";
import { EVERYWHERE } from "./conformance/subject.ts";

/** Where it tries again for most of a minute and then ends as in the other cases; other agents show these over ACP. */
const WAITS: readonly string[] = ["an unreadable answer", "a rate limit (429)", "a refused connection"];

conforms({
  agent: "copilot",
  adapter: "acp",
  writesLate: true,
  args: ["--acp", "--no-auto-update"],
  only: [...EVERYWHERE.filter((check) => !WAITS.includes(check)), "interrupt"],
  skip: {
    "retry notice": "it tells of some of its retries only",
    cost: "it tells no cost over ACP",
    budget: "it tells what it used at its end; the gateway counts meanwhile",
  },
});
