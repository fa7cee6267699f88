/** Gemini CLI over ACP, against the scripted model server: its errors are codes of HTTP. */
import { conforms } from "./conformance/conformance.ts";

const FORGETS = "it overwrites a session that is loaded within the minute it was begun in; tried with Copilot CLI";

conforms({
  agent: "gemini",
  adapter: "acp",
  args: ["--acp"],
  model: "gemini-2.5-pro",
  only: ["works", "resume", "a rate limit (429)", "an unreadable answer", "a refused connection"],
  skip: { resume: FORGETS },
});
