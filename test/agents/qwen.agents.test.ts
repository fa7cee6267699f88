/** Qwen Code, driven by Reeve, against the scripted model server. */
import { conforms } from "./conformance/conformance.ts";

const silent = { skip: "it tries again for minutes without a word; only Reeve's time limit or the gateway ends that" };

conforms({
  agent: "qwen",
  adapter: "qwen",
  skip: {
    "retry notice": "it waits for limits without a word",
    cost: "it knows no prices",
  },
  failures: {
    "a refused key (401)": "auth",
    "no credit (402)": "billing",
    "an unknown model (404)": "config_error",
    "a rate limit (429)": silent,
    "a rate limit with a time (429, retry-after)": silent,
    "an error of the server (500)": silent,
    "an overloaded server (503)": silent,
    "a full context": "context_overflow",
    "an unreadable answer": "malformed_output",
    "a page for people": "malformed_output",
    "a refused connection": { skip: "it gives up only after about two minutes; its words are read by the classifier" },
  },
});
