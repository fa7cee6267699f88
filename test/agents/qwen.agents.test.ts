/** Qwen Code, driven by Reeve, against the scripted model server. */
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "qwen",
  adapter: "qwen",
  endsLoops: true,
  skip: {
    "retry notice": "it waits for limits without a word",
    cost: "it knows no prices",
  },
});
