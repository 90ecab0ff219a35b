// Limits on the size of published packages: a package that brings more than before is noticed.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Kilobytes (1024 bytes). */
export interface PackageSize {
  /** The archive that npm downloads. */
  readonly archive: number;
  /** Its files, as installed without dependencies. */
  readonly unpacked: number;
}

const FILE = resolve(import.meta.dirname, "package-sizes.json");

export function readLimits(): Readonly<Record<string, PackageSize>> {
  return JSON.parse(readFileSync(FILE, "utf8")) as Record<string, PackageSize>;
}

/** Returns the size of an archive and of the folder with its files. */
export function measurePackage(archive: string, folder: string): PackageSize {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const unpacked = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { archive: Math.ceil(statSync(archive).size / 1024), unpacked: Math.ceil(unpacked / 1024) };
}

/** Returns what is wrong with the size of a package; undefined if it is within its limits. */
export function sizeProblem(
  name: string,
  size: PackageSize,
  limits: Readonly<Record<string, PackageSize>>,
): string | undefined {
  const limit = limits[name];
  if (limit === undefined) return `${name}: ${FILE} has no limits for it; it has ${JSON.stringify(size)}`;
  for (const key of ["archive", "unpacked"] as const) {
    if (size[key] <= limit[key]) continue;
    return `${name}: ${key} size ${size[key]} KB exceeds the limit of ${limit[key]} KB in ${FILE}`;
  }
  return undefined;
}
