/** Claude Code, driven by Reeve, against the scripted model server. */
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "claude",
  adapter: "claude",
  thoroughly: true,
  skip: {
    budget: "what it used it tells at its end only; `max_usd` is its own limit, and the gateway counts meanwhile",
  },
});
