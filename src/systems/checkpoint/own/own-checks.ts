/** What a person may declare in `checkpoints.yaml`: checkpoints with checks of six kinds. Data only. */

import type { Level } from "../checks/check.ts";
import type { Kind } from "../documents/document.ts";

/** A kind of document, or a path with stars seen from the session. */
export type DocumentRef = Kind | string;

export type OwnCheck = {
  readonly id: string;
  readonly title: string;
  readonly level: Exclude<Level, "note">;
} & OwnCheckKind;

export type OwnCheckKind =
  /** Every id that `from` defines is cited in `to`. */
  | {
      readonly kind: "trace";
      readonly from: DocumentRef;
      readonly to: readonly DocumentRef[];
      readonly ids: readonly string[];
    }
  /** The chosen word for each thing, and those that are not to be said. */
  | {
      readonly kind: "term";
      readonly terms: Readonly<Record<string, readonly string[]>>;
      readonly documents: readonly DocumentRef[];
    }
  | { readonly kind: "exists"; readonly paths: readonly string[] }
  /** A JSON or YAML file fits a JSON Schema. */
  | { readonly kind: "schema"; readonly file: string; readonly schema: string }
  /** Exit code 0 is a pass. Never through a shell. */
  | { readonly kind: "command"; readonly run: readonly string[]; readonly timeoutSeconds: number }
  /** An agent compares documents and names places that do not agree. */
  | {
      readonly kind: "agent";
      readonly agent: string;
      readonly question: string;
      readonly documents: readonly DocumentRef[];
    };

export const OWN_KINDS = [
  "trace",
  "term",
  "exists",
  "schema",
  "command",
  "agent",
] as const satisfies readonly OwnCheckKind["kind"][];

export interface OwnCheckpoint {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly OwnCheck[];
}

export interface CheckpointConfig {
  /** False leaves all checkpoints out. */
  readonly supervision: boolean;
  readonly windowMinutes: number;
  readonly checkpoints: readonly OwnCheckpoint[];
  /** Checks added to the built-in checkpoints, by their id. */
  readonly added: readonly OwnCheckpoint[];
}

export const NO_CONFIG: CheckpointConfig = { supervision: true, windowMinutes: 30, checkpoints: [], added: [] };
