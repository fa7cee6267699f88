/**
 * The file by which the system itself starts `reeve up` and starts it again: a systemd user unit, or a launchd agent on macOS.
 * Text and places only; who writes it says what it wrote.
 */
import { homedir } from "node:os";
import { join } from "node:path";

export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  /** What makes the system take it up, and let it go again: programs with their arguments. */
  readonly enable: readonly (readonly string[])[];
  readonly disable: readonly (readonly string[])[];
  /** What only the person can decide. */
  readonly hint: string;
}

export interface ServiceWish {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Program and first arguments that start Reeve. */
  readonly program: readonly string[];
}

/** Null: this user has no home to write it in. */
export function serviceFile({ platform, env, program }: ServiceWish): ServiceFile | null {
  const { HOME: home = homedir(), XDG_CONFIG_HOME: config = "" } = env;
  if (platform === "darwin") return home === "" ? null : launchd(home, kept(env), program);
  const dir = config !== "" ? config : home === "" ? null : join(home, ".config");
  return dir === null ? null : systemd(dir, kept(env), program);
}

/** Without these the service would look for agents and for projects where nobody has put them. */
function kept({ PATH: path = "/usr/bin:/bin", XDG_STATE_HOME: state = "" }: NodeJS.ProcessEnv): readonly Variable[] {
  return [["PATH", path], ...(state === "" ? [] : [["XDG_STATE_HOME", state] as const])];
}

type Variable = readonly [name: string, value: string];

const NAME = "reeve";

function systemd(dir: string, env: readonly Variable[], program: readonly string[]): ServiceFile {
  const text = `[Unit]
Description=Reeve supervises fleets of AI coding agents
StartLimitIntervalSec=3600
StartLimitBurst=20

[Service]
ExecStart=${[...program, "up"].map(systemdQuoted).join(" ")}
${env.map(([name, value]) => `Environment=${systemdQuoted(`${name}=${value}`)}`).join("\n")}
Restart=always
RestartSec=2
# Frozen, it is replaced: it tells every 20 s that it moves.
WatchdogSec=300
NotifyAccess=all
# Only the root ends: runs and agents live on, and the next root finds them.
KillMode=process
# An agent that takes too much memory ends alone.
OOMPolicy=continue

[Install]
WantedBy=default.target
`;
  const user = ["systemctl", "--user"];
  return {
    path: join(dir, "systemd", "user", `${NAME}.service`),
    text,
    enable: [
      [...user, "daemon-reload"],
      [...user, "enable", "--now", NAME],
    ],
    disable: [
      [...user, "disable", "--now", NAME],
      [...user, "daemon-reload"],
    ],
    hint: "To have it run after you log out and from boot on: loginctl enable-linger",
  };
}

/** In double quotes; % and $ mean something to systemd. */
function systemdQuoted(word: string): string {
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
}

function launchd(home: string, env: readonly Variable[], program: readonly string[]): ServiceFile {
  const label = `dev.${NAME}.up`;
  const file = join(home, "Library", "LaunchAgents", `${label}.plist`);
  const words = [...program, "up"].map((word) => `    <string>${xml(word)}</string>`).join("\n");
  const variables = env.map(([name, value]) => `    <key>${name}</key>\n    <string>${xml(value)}</string>`).join("\n");
  const log = xml(join(home, "Library", "Logs", `${NAME}.log`));
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
  <key>AbandonProcessGroup</key>
  <true/>
  <key>StandardOutPath</key>
  <string>${log}</string>
  <key>StandardErrorPath</key>
  <string>${log}</string>
</dict>
</plist>
`;
  return {
    path: file,
    text,
    enable: [["launchctl", "load", "-w", file]],
    disable: [["launchctl", "unload", "-w", file]],
    hint: "It starts when you log in.",
  };
}

function xml(word: string): string {
  return word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
