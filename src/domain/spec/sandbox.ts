/** What `reeve.yaml` says about the walls around agents and around commands that run what agents wrote. */

/** auto: what the machine offers. on: nothing starts without it. off: none. */
export const SANDBOX_MODES = ["auto", "on", "off"] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** open: as the user's own. gateway: models through Reeve's gateway and the hosts that are named. none: nobody. */
export const SANDBOX_NETWORKS = ["open", "gateway", "none"] as const;
export type SandboxNetwork = (typeof SANDBOX_NETWORKS)[number];

export interface SandboxConfig {
  readonly mode: SandboxMode;
  /** Of what is hidden by itself, what may be read after all. Paths; `~` is the user's home. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Hidden as well. */
  readonly hidden: readonly string[];
  readonly network: SandboxNetwork;
  /** Reached also where the network is not open: names, `*.` before one for all below it. */
  readonly hosts: readonly string[];
}

export const NO_SANDBOX: SandboxConfig = {
  mode: "off",
  readable: [],
  writable: [],
  hidden: [],
  network: "open",
  hosts: [],
};
