/** The part of `reeve.yaml` that says what agents, and commands that run what agents wrote, can reach. */
import { z } from "zod";
import { asMapping } from "../../basics/loose.ts";
import { NO_SANDBOX, SANDBOX_MODES, SANDBOX_NETWORKS, type SandboxConfig } from "../../domain/spec/sandbox.ts";
import type { Report } from "../yaml/open-source.ts";
import { list, mapping, oneOf, text } from "./fields.ts";

const HINT = "auto, on or off, or a mapping like { mode: on, writable: [~/data], network: gateway }";
const PATH_HINT = "an absolute path, or one that begins with ~/";
const HOST_HINT = "a host's name, like packages.example.org or *.example.org";

const path = text(PATH_HINT).regex(/^(?:~\/|\/)./, { error: PATH_HINT });
const host = text(HOST_HINT).regex(/^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/, { error: HOST_HINT });
const mode = oneOf(SANDBOX_MODES);

const details = mapping(
  {
    mode: mode.default("auto").meta({
      description:
        "auto: use what this machine offers, and say what is not enforced. on: start nothing without walls. off: no walls.",
    }),
    readable: list(path, `a list of paths, each ${PATH_HINT}`)
      .default([])
      .meta({ description: "Paths that may be read although they are hidden by default.", examples: [["~/.netrc"]] }),
    writable: list(path, `a list of paths, each ${PATH_HINT}`)
      .default([])
      .meta({
        description:
          "Paths that may be written, in addition to the workspace, temp, caches and the agent's own folders.",
        examples: [["~/data"]],
      }),
    hidden: list(path, `a list of paths, each ${PATH_HINT}`)
      .default([])
      .meta({
        description: "Paths that may not be read, in addition to logins, keys and browser profiles.",
        examples: [["/srv"]],
      }),
    network: oneOf(SANDBOX_NETWORKS).default("open").meta({
      description:
        "open: like yours. gateway: only models through Reeve's gateway, and `hosts`. none: nothing. Agents always reach Reeve's own tools.",
    }),
    hosts: list(host, "a list of hosts, like [packages.example.org]")
      .default([])
      .meta({
        description:
          "With network gateway: hosts that programs which respect HTTPS_PROXY may also reach. `*.` before a name: everything below it.",
        examples: [["packages.example.org", "*.pythonhosted.org"]],
      }),
  },
  HINT,
);

export const sandboxField = z.union([mode, details], { error: HINT });

export function toSandbox(file: z.output<typeof sandboxField>): SandboxConfig {
  return typeof file === "string" ? { ...NO_SANDBOX, mode: file } : file;
}

/** What one setting says of another. */
export function checkSandbox(root: Readonly<Record<string, unknown>>, report: Report): void {
  const { network, hosts } = asMapping(root["sandbox"]);
  if (network === "gateway" && root["gateway"] !== "on")
    report.mistake(
      ["sandbox", "network"],
      "sandbox.network is gateway, but there is no gateway",
      "add gateway: on, or write network: open or none",
    );
  if (network !== "gateway" && Array.isArray(hosts) && hosts.length > 0)
    report.mistake(
      ["sandbox", "hosts"],
      "sandbox.hosts counts only with network: gateway",
      "write network: gateway, or remove hosts",
    );
}
