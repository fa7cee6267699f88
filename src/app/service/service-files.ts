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

export function serviceFile({ platform, env, program }: ServiceWish): ServiceFile {
  const home = env["HOME"] ?? homedir();
  const path = env["PATH"] ?? "/usr/bin:/bin";
  return platform === "darwin" ? launchd(home, path, program) : systemd(env["XDG_CONFIG_HOME"], home, path, program);
}

const NAME = "reeve";

function systemd(config: string | undefined, home: string, path: string, program: readonly string[]): ServiceFile {
  const text = `[Unit]
Description=Reeve supervises fleets of AI coding agents
StartLimitIntervalSec=3600
StartLimitBurst=20

[Service]
ExecStart=${[...program, "up"].map(systemdQuoted).join(" ")}
Environment=${systemdQuoted(`PATH=${path}`)}
Restart=always
RestartSec=2
# Only the root is asked to end. What is killed with it resumes: nothing is lost by that.
KillMode=mixed

[Install]
WantedBy=default.target
`;
  const user = ["systemctl", "--user"];
  return {
    path: join(config ?? join(home, ".config"), "systemd", "user", `${NAME}.service`),
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

function launchd(home: string, path: string, program: readonly string[]): ServiceFile {
  const label = `dev.${NAME}.up`;
  const file = join(home, "Library", "LaunchAgents", `${label}.plist`);
  const words = [...program, "up"].map((word) => `    <string>${xml(word)}</string>`).join("\n");
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
    <key>PATH</key>
    <string>${xml(path)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <true/>
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
