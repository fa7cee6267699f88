/** Codex, driven by Reeve through `codex exec --json`, against the scripted model server. */
import { codexCases } from "./codex-cases.ts";
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "codex",
  adapter: "codex-exec",
  skip: { cost: "it knows no prices; tokens are told with their model, for Reeve's own prices" },
  failures: {
    "a refused key (401)": "auth",
    "no credit (402)": "billing",
    "an unknown model (404)": "config_error",
    "a rate limit (429)": "rate_limit",
    "a rate limit with a time (429, retry-after)": "rate_limit",
    "an error of the server (500)": "overloaded",
    "an overloaded server (503)": "overloaded",
    "a full context": "context_overflow",
    "an unreadable answer": "malformed_output",
    "a page for people": "malformed_output",
    "a refused connection": "network",
  },
});

codexCases("codex-exec");
