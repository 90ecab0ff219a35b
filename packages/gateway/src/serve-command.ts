/** The command: runs the service until the process receives a signal. */
import type { Command } from "@usdkit/command/cli/command";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { makeSecret } from "./access/api-keys.ts";
import { startGateway, type Gateway } from "./gateway.ts";
import { SeedError } from "./operations/seed-data.ts";
import { serveOptions } from "./settings/options.ts";
import { readSettings, type ServeArguments } from "./settings/read-settings.ts";
import type { Settings } from "./settings/settings.ts";
import { StorageError } from "./storage/storage-error.ts";

export const serveCommand: Command<ServeArguments> = {
  command: "$0",
  describe: "Run the world, render and 3D generation service on this machine",
  builder: serveOptions,
  examples: [
    ["$0 --api-key my-key=me", "On this machine, with a SQLite database"],
    ["$0 --role api --database postgres://host/db --files s3://bucket/prefix", "One process of many"],
  ],
  async handler(args, context) {
    if (args.variant?.includes("list") === true) return listVariants(context);
    endWithProcess(await start(readSettings(args, context.env), context));
  },
};

async function listVariants({ stdout }: CommandContext): Promise<void> {
  const { variants } = await import("@usdkit/contract/variants");
  for (const { name, describe, source } of variants) await stdout.write(`${name}: ${describe} (${source})\n`);
}

/** Starts the service. If it serves callers and no key is set, it creates one and prints it. */
async function start(settings: Settings, { stdout }: CommandContext): Promise<Gateway> {
  const key = settings.apiKeys.size > 0 || settings.role === "worker" ? undefined : makeSecret();
  try {
    const gateway = await startGateway(
      key === undefined ? settings : { ...settings, apiKeys: new Map([[key, "user"]]) },
    );
    if (key !== undefined) await stdout.write(`API key ${key}\n`);
    await stdout.write(`listening on ${gateway.url}\n`);
    return gateway;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message, { cause: error });
    if (error instanceof StorageError || error instanceof SeedError || isListenError(error)) {
      throw new IoError(error.message, { cause: error });
    }
    throw error;
  }
}

function endWithProcess(gateway: Gateway): void {
  let isEnding = false;
  const end = (): void => {
    // A second signal ends the process immediately.
    if (isEnding) process.exit(1);
    isEnding = true;
    void gateway.close().then(() => process.exit(0));
  };
  process.on("SIGINT", end).on("SIGTERM", end);
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}
