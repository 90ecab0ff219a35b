// The texts of the licences of what a bundle contains.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OutputChunk } from "rolldown";

/** The used fields of a package's manifest. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Packages that bring the text of a licence, for those that only name it. */
const standards: Readonly<Record<string, string>> = { "Apache-2.0": "typescript" };

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
    const standard = standards[license ?? ""];
    if (files.length === 0 && standard !== undefined) files.push(licenseOf(standard));
    if (files.length === 0) throw new Error(`${name} is inlined but brings no licence text`);
    const text = files.map((file) => readFileSync(file, "utf8").trim()).join("\n\n");
    return `${name} ${version}\n\n${text}\n`;
  });
  return texts.toSorted().join(`\n${"-".repeat(80)}\n\n`);
}

function licenseOf(name: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), "LICENSE");
}
