// Locates the reference implementation: a Python with usd-core, created on the first run.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSION = "26.11";
const root = fileURLToPath(new URL("../../", import.meta.url));

/** A Python that can import `pxr`: that of `USDKIT_PYTHON`, or one of our own in `.oracle/venv`. */
export function referencePython(): string {
  const given = process.env["USDKIT_PYTHON"];
  if (given !== undefined && given !== "") return given;
  const folder = join(root, ".oracle");
  const python =
    process.platform === "win32"
      ? join(folder, "venv", "Scripts", "python.exe")
      : join(folder, "venv", "bin", "python");
  if (existsSync(python) && run(python, ["-c", "import pxr"])) return python;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".gitignore"), "*\n");
  console.error(`Making ${join(".oracle", "venv")} with usd-core ${VERSION} …`);
  const base = process.platform === "win32" ? "python" : "python3";
  if (!run(base, ["-m", "venv", join(folder, "venv")])) throw new Error(`${base} -m venv failed`);
  if (!run(python, ["-m", "pip", "install", "--quiet", `usd-core==${VERSION}`])) {
    throw new Error(`pip could not install usd-core ${VERSION}; set USDKIT_PYTHON to a Python that has it`);
  }
  return python;
}

/** As {@link referencePython}, but does not create an environment; undefined if there is none. */
export function installedReference(): string | undefined {
  const given = process.env["USDKIT_PYTHON"];
  if (given !== undefined && given !== "") return given;
  const python = join(root, ".oracle", "venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  return existsSync(python) ? python : undefined;
}

function run(command: string, parameters: readonly string[]): boolean {
  return spawnSync(command, parameters, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
