import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const repository: string = resolve(import.meta.dirname, "../..");

/** The folder of generated inputs; safe to delete. */
export function cacheFolder(): string {
  const folder = join(tmpdir(), "usdkit-bench");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The Python with usd-core: `USDKIT_PYTHON`, else what `pnpm oracle` installed, else none. */
export function referencePython(): string | undefined {
  const { USDKIT_PYTHON: named } = process.env;
  if (named !== undefined && named !== "") return named;
  const candidates = [".oracle/venv/bin/python", ".oracle/venv/Scripts/python.exe"];
  return candidates.map((path) => join(repository, path)).find((path) => existsSync(path));
}
