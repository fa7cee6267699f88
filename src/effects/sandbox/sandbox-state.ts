/** What of the sandbox that is configured holds on this machine. Expected lacks are data; who cannot do without refuses. */
import type { SandboxConfig } from "../../domain/spec/sandbox.ts";
import { findWalls, type Walls } from "./walls.ts";

export type SandboxState =
  | { readonly type: "off" }
  /** Nothing here puts up walls. */
  | { readonly type: "none"; readonly why: string }
  /** `openNetwork`: it was to be closed, and cannot be. */
  | { readonly type: "up"; readonly walls: Walls; readonly openNetwork: boolean };

export async function sandboxState({ mode, network }: SandboxConfig): Promise<SandboxState> {
  if (mode === "off") return { type: "off" };
  const found = await findWalls();
  if (!found.ok) return { type: "none", why: found.why };
  return { type: "up", walls: found.walls, openNetwork: network !== "open" && !found.walls.network };
}
