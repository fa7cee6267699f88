/** Writes the manual page that ships with the package, from the commands themselves. */
import { readFileSync, writeFileSync } from "node:fs";
import { ABOUT, COMMANDS, EXIT_HELP } from "../src/views/cli/program.ts";
import { manPage } from "../src/views/cli/shell/man-page.ts";

export function renderManPage(): string {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manPage({ version, about: ABOUT, commands: COMMANDS, exits: EXIT_HELP });
}

if (import.meta.main) writeFileSync(new URL("../man/reeve.1", import.meta.url), renderManPage());
