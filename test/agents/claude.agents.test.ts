/** Claude Code, driven by Reeve, against the scripted model server. */
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "claude",
  adapter: "claude",
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
