/** `reeve demo`: Reeve at its main job, for a newcomer. The story itself is told in `main`'s demo. */
import type { ExitCode } from "../exit-codes.ts";
import type { CommonOptions, Io } from "../io.ts";
import { printJson } from "../io.ts";
import type { World } from "../world.ts";

export async function demoCommand(
  io: Io,
  world: World,
  options: CommonOptions & { readonly keep?: boolean },
): Promise<ExitCode> {
  const say = options.json ? (line: string) => printJson(io, { line }) : (line: string) => io.out(`${line}\n`);
  return world.demo(say, { keep: options.keep ?? false });
}
