// The texts of the licences of what a bundle contains.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { OutputChunk } from "rolldown";

/** The used fields of a package's manifest. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Returns the licences of all third-party packages in bundles, as they require. */
export function thirdPartyLicenses(chunks: readonly OutputChunk[]): string {
  const folders = new Set<string>();
  for (const id of chunks.flatMap((chunk) => chunk.moduleIds)) {
    const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const texts = Array.from(folders, (folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const own = readdirSync(folder).filter((entry) => /^(?:licen[cs]e|notice|third_party_notices)/i.test(entry));
    const files = own.some((entry) => /^licen/i.test(entry)) ? own.map((entry) => join(folder, entry)) : [];
    // Some packages name a license only.
    const standard = join(import.meta.dirname, `licenses/${license}.txt`);
    if (files.length === 0 && existsSync(standard)) files.push(standard);
    if (files.length === 0) throw new Error(`${name} is inlined but brings no licence text`);
    const text = files.map((file) => readFileSync(file, "utf8").trim()).join("\n\n");
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.toSorted().join(`\n${"-".repeat(80)}\n\n`);
}
