/** Codex, driven by Reeve over its app-server, against the scripted model server. */
import { codexCases } from "./codex-cases.ts";
import { conforms } from "./conformance/conformance.ts";

conforms({
  agent: "codex",
  adapter: "codex",
  thoroughly: true,
  skip: { cost: "it knows no prices; tokens are told with their model, for Reeve's own prices" },
});

codexCases("codex");
