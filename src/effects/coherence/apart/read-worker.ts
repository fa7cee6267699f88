/** The thread in which source files are read: one question after the other. It may be ended at any moment. */
import { parentPort } from "node:worker_threads";
import { readModule } from "../source/read-module.ts";
import type { Language } from "../source/source-kind.ts";

parentPort?.on("message", ({ language, source }: { readonly language: Language; readonly source: string }) => {
  void readModule(language, source).then((facts) => parentPort?.postMessage(facts));
});
