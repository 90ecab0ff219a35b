/** The built packages as they are installed, for measuring what users run: in the workspace, packages find the sources of others. */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, repository } from "./paths.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
}

/** Copies the built packages; returns the path of a file of one, named by its folder: `installedFile("usda-lint", "dist/bin/usda.js")`. */
export function installedFile(name: string, file: string): string | undefined {
  const source = join(repository, "packages", name);
  if (!existsSync(join(source, file))) return undefined;
  const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as Manifest;
  return join(installed(repository), manifest.name, file);
}

/**
 * Returns the path of a module that exports what Node imports of one of the built packages, named by its folder, as it is
 * installed: that may be another file than `dist/index.js`. A further entry point follows the folder: `usd/files`.
 */
export function installedEntry(entry: string, checkout: string = repository): string {
  const [name = "", ...rest] = entry.split("/");
  if (!existsSync(join(checkout, "packages", name, "dist")))
    throw new Error(`packages/${name} is not built: run \`pnpm build\``);
  const { name: full } = JSON.parse(readFileSync(join(checkout, "packages", name, "package.json"), "utf8")) as Manifest;
  const file = join(installed(checkout), "..", `${entry.replaceAll("/", "-")}.mjs`);
  writeFileSync(file, `export * from "${[full, ...rest].join("/")}";\n`);
  return file;
}

const folders = new Map<string, string>();

/** The folder `node_modules` with the packages of a checkout. Made anew in each run: the build may have changed. */
function installed(checkout: string): string {
  const known = folders.get(checkout);
  if (known !== undefined) return known;
  const folder = join(cacheFolder(), checkout === repository ? "installed" : "installed-before", "node_modules");
  folders.set(checkout, folder);
  rmSync(folder, { recursive: true, force: true });
  for (const path of globSync("packages/*/package.json", { cwd: checkout })) {
    const source = join(checkout, dirname(path));
    const manifest = JSON.parse(readFileSync(join(checkout, path), "utf8")) as Manifest;
    if (manifest.private === true || !existsSync(join(source, "dist"))) continue;
    const target = join(folder, manifest.name);
    mkdirSync(target, { recursive: true });
    cpSync(join(source, "dist"), join(target, "dist"), { recursive: true });
    writeFileSync(join(target, "package.json"), JSON.stringify({ ...manifest, ...manifest.publishConfig }));
    linkOthers(join(source, "node_modules"), join(target, "node_modules"));
  }
  return folder;
}

/** Links the packages of others that one of ours depends on; ours are found in the folder above. */
function linkOthers(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) {
    if (name.startsWith(".") || name === "@usdkit" || name === "usda-lint") continue;
    if (name.startsWith("@")) linkOthers(join(from, name), join(to, name));
    else {
      mkdirSync(to, { recursive: true });
      symlinkSync(realpathSync(join(from, name)), join(to, name), "junction");
    }
  }
}
