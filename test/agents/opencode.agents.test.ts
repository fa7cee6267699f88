/** OpenCode, driven by Reeve over its server, against the scripted model server. */
import { conforms } from "./conformance/conformance.ts";
import type { Subject } from "./conformance/subject.ts";
import { MODELS } from "./harness/configure.ts";

const opencode: Subject = {
  agent: "opencode",
  adapter: "opencode",
  model: MODELS.opencode,
  // It would wait for ever: tests want to see that Reeve does not.
  options: { max_retries: "1" },
};

conforms(opencode);
