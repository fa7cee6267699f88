/** Makes the documents of a session from templates. Never overwrites a file. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import { TEMPLATES } from "../../systems/checkpoint/session/templates.ts";
import { shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import type { SessionWish } from "./open-session.ts";

export function initSession({ cwd, session = "" }: SessionWish): Reply<{ readonly files: readonly string[] }> {
  if (session === "") return refused({ what: "session_missing", dir: "" });
  const dir = resolve(cwd, session);
  const taken = Object.keys(TEMPLATES).filter((name) => existsSync(join(dir, name)));
  if (taken.length > 0) return refused({ what: "session_has", dir: shown(dir, cwd), files: taken });
  for (const [name, text] of Object.entries(TEMPLATES)) {
    makeFolderSync(dirname(join(dir, name)));
    writeWholeSync(join(dir, name), text);
  }
  return granted({ files: Object.keys(TEMPLATES).map((name) => shown(join(dir, name), cwd)) });
}
