/** Qwen Code over ACP, against the scripted model server: what went wrong stands in the details of its errors. */
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "qwen",
  adapter: "acp",
  args: ["--acp", "--auth-type", "openai"],
  skip: { cost: "it tells no cost over ACP" },
  only: ["works", "a refused key (401)"],
});
