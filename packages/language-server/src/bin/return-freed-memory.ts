import { ALLOCATOR_SETTINGS } from "./allocator-settings.ts";

/**
 * Replaces the process by one with these settings, which are only read when a process starts: about 30 ms. Does nothing on other
 * systems, if Node cannot do it (before 22.15), or if the settings are there.
 */
export function returnFreedMemory(): void {
  const { env, argv, execArgv, execPath, platform } = process;
  const { execve } = process as { execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void };
  if (platform !== "linux" || execve === undefined || env["MALLOC_MMAP_THRESHOLD_"] !== undefined) return;
  if (!argv.includes("--stdio") || "electron" in process.versions) return;
  try {
    execve.call(process, execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR_SETTINGS });
  } catch {
    // The server works without them.
  }
}
