/** Gemini CLI, driven by Reeve, against the scripted model server. */
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { startCallbackServer } from "./conformance/callback-server.ts";
import { conforms } from "./conformance/conformance.ts";
import type { Subject } from "./conformance/subject.ts";
import { onAgent } from "./conformance/trial.ts";

const gemini: Subject = {
  agent: "gemini",
  adapter: "gemini",
  endsLoops: true,
  skip: { cost: "it knows no prices", budget: "what it used it tells at its end only; the gateway counts meanwhile" },
};

conforms(gemini);

onAgent(gemini, "a limit of turns is one", async (lab) => {
  const outcome = await lab.run({ marker: "[[steps:9]]", config: { options: { max_turns: "2" } } });
  expect(outcome).toMatchObject({ type: "failed", failure: { class: "max_turns" } });
});

onAgent(
  gemini,
  "with Reeve's settings its login and its sessions are the person's own, and their files stay as they are",
  async (lab) => {
    const own = join(lab.world.home, ".gemini");
    writeFileSync(join(own, "GEMINI.md"), "Be kind.");
    const settings = readFileSync(join(own, "settings.json"), "utf8");
    const server = await startCallbackServer();
    const more = { callback: server.callback };
    await lab.run({ marker: "[[steps:1]]", more });
    // Begun with Reeve's settings, resumed without them.
    const session = await lab.session();
    await lab.run({ id: "2", marker: "[[recall]]", session });
    await server.close();
    expect(lab.texts("2")).toMatch(/RECALL .*\[\[steps:1\]\] \[\[recall\]\]/);
    expect(readFileSync(join(own, "settings.json"), "utf8")).toBe(settings);
    expect(existsSync(join(own, "GEMINI.md")) && lstatSync(own).isDirectory()).toBe(true);
  },
);
