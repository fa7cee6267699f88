/**
 * Puts the modules of src/, and the packages nearly every start needs, into few files: one for each program and each thing
 * that is loaded later, and one for what several of them share. Nothing is made unreadable: names, lines and the file each
 * part comes from stay, so that a stack in a report can be followed.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";

/** What is started by path or imported by name: each stays where it is in src/. */
const PROGRAMS = [
  "main",
  "index",
  "testing/index",
  "compose/checkpoint-agent",
  "effects/agents/drivers/driver-main",
  "effects/agents/scripted/scripted-agent",
  "effects/coherence/apart/read-worker",
  "effects/gates/schema/judge-worker",
  "effects/gates/secrets/scan-secrets",
  "effects/processes/reap",
  "effects/processes/starter",
  "effects/sandbox/network/relay",
];

/** Needed by nearly every start. All others are loaded where they are used, and stay packages of their own. */
const INCLUDED = ["commander", "yaml", "zod"];

export async function bundle(root: string, outDir: string): Promise<void> {
  const src = join(root, "src");
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(PROGRAMS.map((name) => [name, join(src, `${name}.ts`)])),
    platform: "node",
    external: (id) => /^[@\w]/.test(id) && !INCLUDED.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownAddresses(src)],
  });
  const { output } = await build.write({
    dir: outDir,
    format: "esm",
    entryFileNames: "[name].js",
    // No digests and no short names: a stack should say something to its reader.
    chunkFileNames: "parts/[name].js",
    minifyInternalExports: false,
  });
  await build.close();
  const chunks = output.filter((file) => file.type === "chunk");
  writeFileSync(join(outDir, "LICENSES.txt"), licences(root, chunks));
}

/** In whatever file a module ends up, `import.meta.url` says where it would be by itself, so that what lies beside it is found. */
function ownAddresses(src: string): Plugin {
  return {
    name: "own-addresses",
    transform(code, id) {
      if (!id.startsWith(src) || !code.includes("import.meta.url")) return null;
      const own = relative(src, id).replaceAll(sep, "/").replace(/\.ts$/, ".js");
      return { code: code.replaceAll("import.meta.url", `__addressOf(${JSON.stringify(own)})`), map: null };
    },
    renderChunk(code, { fileName }) {
      const address = (_: string, own: string): string => {
        if (own === fileName) return "import.meta.url";
        return `new URL(${JSON.stringify(posix.relative(posix.dirname(fileName), own))}, import.meta.url).href`;
      };
      return { code: code.replaceAll(/__addressOf\("([^"]+)"\)/g, address), map: null };
    },
  };
}

/** The packages whose code is in the files, each with its licence. */
function licences(root: string, chunks: readonly OutputChunk[]): string {
  const packages = new Set<string>();
  for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
    const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
    if (folder !== undefined) packages.add(folder);
  }
  return [...packages]
    .sort()
    .map((folder) => licence(root, folder))
    .join("\n");
}

function licence(root: string, folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`build: ${relative(root, folder)} has no licence to ship with it.`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
