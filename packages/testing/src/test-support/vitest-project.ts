/** A temporary project for real vitest processes. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const packageFolder = join(import.meta.dirname, "../..");

export interface Result {
  readonly code: number | null;
  /** Standard output and error, without colours. */
  readonly output: string;
}

/** Removed by `using`. */
export class VitestProject implements Disposable {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), "usdkit-testing-")));

  /** @param files Paths and texts; test files can import the packages of this workspace */
  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(join(this.path, "node_modules/@usdkit"), { recursive: true });
    symlinkSync(packageFolder, join(this.path, "node_modules/@usdkit/testing"));
    symlinkSync(join(packageFolder, "../usda"), join(this.path, "node_modules/@usdkit/usda"));
    symlinkSync(join(packageFolder, "node_modules/vitest"), join(this.path, "node_modules/vitest"));
    this.write("package.json", '{ "type": "module" }');
    this.write("vitest.config.ts", 'export default { test: { setupFiles: ["@usdkit/testing/vitest"] } };');
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): string | undefined {
    const file = join(this.path, name);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  list(folder: string): string[] {
    return readdirSync(join(this.path, folder)).toSorted();
  }

  run(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Result {
    const vitest = join(packageFolder, "node_modules/vitest/vitest.mjs");
    const { CI: _ci, GITHUB_ACTIONS: _actions, ...rest } = process.env;
    // Settings of the outer vitest process.
    const plain = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith("VITEST")));
    // Loading the renderer takes seconds on a busy machine.
    const options = ["run", "--no-color", "--testTimeout=60000", ...args];
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [vitest, ...options], {
      cwd: this.path,
      env: { ...plain, NODE_ENV: "test", ...env },
      encoding: "utf8",
    });
    if (error !== undefined) throw error;
    return { code: status, output: stripVTControlCharacters(stdout + stderr) };
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
