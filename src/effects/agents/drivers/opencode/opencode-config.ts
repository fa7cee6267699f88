/**
 * What Reeve adds to a person's configuration of OpenCode, through its environment: nothing is asked, shared or updated,
 * and Reeve's tools are there. What the person put in the same place is kept.
 */
import { asMapping } from "../../../../config/loose.ts";
import type { DriveOrder } from "../driver-lines.ts";
import { jsonLine, type Loose } from "../json-line.ts";

export function opencodeEnv(
  { callback }: DriveOrder,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const theirs = jsonLine(env["OPENCODE_CONFIG_CONTENT"] ?? "") ?? {};
  const headers = { Authorization: `Bearer ${callback?.token}` };
  const reeve = { type: "remote", url: callback?.url, headers, enabled: true };
  const config: Loose = {
    permission: "allow",
    ...theirs,
    autoupdate: false,
    share: "disabled",
    ...(callback && { mcp: { ...asMapping(theirs["mcp"]), [callback.name]: reeve } }),
  };
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
}

/** Null: it is not named as OpenCode wants it. Undefined: OpenCode's own choice. */
export function opencodeModel(model: string | null): object | null | undefined {
  if (model === null) return undefined;
  const at = model.indexOf("/");
  return at < 1 ? null : { providerID: model.slice(0, at), modelID: model.slice(at + 1) };
}
