/**
 * For tests that start many of Reeve's own programs (drivers, starter): these come from dist/, as users get them, in a third
 * of the time. Modules still load from src/; only what they say about where they lie is changed.
 */
import { relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export function builtPrograms(): Plugin {
  return {
    name: "built-programs",
    enforce: "pre",
    transform(code, id) {
      const path = relative(root, id);
      if (!path.startsWith("src/") || !code.includes("import.meta.url")) return null;
      const built = `${root}dist/${path.slice("src/".length).replace(/\.ts$/, ".js")}`;
      return { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(built).href)), map: null };
    },
  };
}
