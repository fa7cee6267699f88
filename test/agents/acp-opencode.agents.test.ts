/** OpenCode over ACP, against the scripted model server: its errors have names. */
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "opencode",
  adapter: "acp",
  args: ["acp"],
  model: "scripted/model",
  only: ["a refused key (401)"],
});
