/** Where the command begins. */
import { makeSecret } from "./access/api-keys.ts";
import { startGateway } from "./gateway.ts";
import { SeedError } from "./operations/seed-data.ts";
import { helpText, readSettings, SettingsError } from "./settings/read-settings.ts";
import type { Settings } from "./settings/settings.ts";
import { StorageError } from "./storage/storage-error.ts";

const EXIT_ERROR = 2;

/** Runs the service until the process is told to end. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const command = readSettings(argv, process.env);
    if (command.kind === "run") await run(command.settings);
    else process.stdout.write(command.kind === "help" ? helpText : `${await version()}\n`);
  } catch (error) {
    const isExpected =
      error instanceof SettingsError ||
      error instanceof StorageError ||
      error instanceof SeedError ||
      isListenError(error);
    if (!isExpected) throw error;
    process.stderr.write(`spatial-gateway: ${error.message}\n`);
    process.exitCode = EXIT_ERROR;
  }
}

async function run(settings: Settings): Promise<void> {
  let { apiKeys } = settings;
  if (apiKeys.size === 0 && settings.role !== "worker") {
    const key = makeSecret();
    apiKeys = new Map([[key, "user"]]);
    process.stdout.write(`API key ${key}\n`);
  }
  const gateway = await startGateway({ ...settings, apiKeys });
  process.stdout.write(`listening on ${gateway.url}\n`);
  let isEnding = false;
  const end = (): void => {
    // The second time is meant.
    if (isEnding) process.exit(1);
    isEnding = true;
    void gateway.close().then(() => process.exit(0));
  };
  process.on("SIGINT", end).on("SIGTERM", end);
}

async function version(): Promise<string> {
  const { default: manifest } = await import("@usdkit/gateway/package.json", { with: { type: "json" } });
  return manifest.version;
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}
