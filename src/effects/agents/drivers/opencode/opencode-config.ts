/**
 * What Reeve adds to a person's configuration of OpenCode, through its environment: nothing is asked, shared or updated,
 * and Reeve's tools are there. What the person put in the same place is kept.
 */
import { asMapping } from "../../../../basics/loose.ts";
import type { DriveOrder } from "../driver-lines.ts";
import { jsonLine, type Loose } from "../json-line.ts";

export function opencodeEnv(
  { callback, gateway, model }: DriveOrder,
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
    ...(gateway && { provider: throughGateway(asMapping(theirs["provider"]), gateway.url, model) }),
    ...(callback && { mcp: { ...asMapping(theirs["mcp"]), [callback.name]: reeve } }),
  };
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
}

/** Where its libraries for these vendors would go by themselves, the version of the API being part of the address. */
const GATEWAY_PATHS: Readonly<Record<string, string>> = {
  anthropic: "anthropic/v1",
  openai: "openai",
  google: "gemini/v1beta",
};

/** The addresses of the vendors that the gateway stands in front of; what else the person says of them stays. */
function throughGateway(theirs: Loose, url: string, model: string | null): Loose {
  const wanted = Object.entries(GATEWAY_PATHS).filter(([name]) => model === null || providerOf(model) === name);
  const sent = wanted.map(([name, path]) => {
    const own = asMapping(theirs[name]);
    return [name, { ...own, options: { ...asMapping(own["options"]), baseURL: `${url}/${path}` } }];
  });
  return { ...theirs, ...Object.fromEntries(sent) };
}

/** The sentence for a model that does not go through the gateway, or null. */
export function besideGateway({ gateway, model }: DriveOrder): string | null {
  if (!gateway || model === null || Object.hasOwn(GATEWAY_PATHS, providerOf(model))) return null;
  return `OpenCode is configured for a provider of its own (${providerOf(model)}): its requests go through the gateway only if baseURL says so.`;
}

function providerOf(model: string): string {
  return model.split("/", 1)[0] ?? "";
}

/** Null: it is not named as OpenCode wants it. Undefined: OpenCode's own choice. */
export function opencodeModel(model: string | null): object | null | undefined {
  if (model === null) return undefined;
  const at = model.indexOf("/");
  return at < 1 ? null : { providerID: model.slice(0, at), modelID: model.slice(at + 1) };
}
