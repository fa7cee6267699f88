/** What is done about held accounts: the reset is waited for. */
import { nothing, type React } from "../tables.ts";
import type { AccountEvent } from "./events.ts";

export const react: React<AccountEvent> = {
  account_held: ({ account, until }) => [{ type: "set_timer", timer: { of: "account", account }, at: until }],
  account_paced: ({ account, until }) => [{ type: "set_timer", timer: { of: "account", account }, at: until }],
  account_freed: nothing,
};
