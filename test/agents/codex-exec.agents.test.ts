/** Codex, driven by Reeve through `codex exec --json`, against the scripted model server. */
import { codexCases } from "./codex-cases.ts";
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "codex",
  adapter: "codex-exec",
  skip: {
    cost: "it knows no prices; tokens are told with their model, for Reeve's own prices",
    budget: "what it used it tells at its end only; the gateway counts meanwhile",
  },
});

codexCases("codex-exec");
