/** What happens around agents: each has a run of its own. */
import { GIT_FAULTS } from "./git-faults.ts";
import { JOURNAL_FAULTS } from "./journal-faults.ts";
import { MACHINE_FAULTS } from "./machine-faults.ts";
import { NETWORK_FAULTS } from "./network-faults.ts";
import { REEVE_FAULTS } from "./reeve-faults.ts";

export const RUN_FAULTS = [...REEVE_FAULTS, ...GIT_FAULTS, ...JOURNAL_FAULTS, ...MACHINE_FAULTS, ...NETWORK_FAULTS];
