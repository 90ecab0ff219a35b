import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { animation } from "./generate/animation.ts";
import { crateOf } from "./generate/crate.ts";
import { crowd } from "./generate/crowd.ts";
import { meshes } from "./generate/meshes.ts";
import { payloadScene } from "./generate/payload-scene.ts";
import { serviceScene } from "./generate/service-scene.ts";
import { structure } from "./generate/structure.ts";
import { cacheFolder } from "./paths.ts";

export const generators: Readonly<Record<string, (size: number) => Buffer>> = {
  meshes,
  structure,
  animation,
  service: serviceScene,
  payloads: payloadScene,
  "crowd crate": crateOf(crowd),
  "meshes crate": crateOf(meshes),
};

/** Whether an input is a crate; its size is that of the text which it is made of. */
export function isCrateKind(kind: string): boolean {
  return kind.endsWith(" crate");
}

/** One of the four kinds at one size, e.g. `meshes`, 10 MB. */
export interface InputKind {
  kind: keyof typeof generators;
  /** Bytes; the file is a little longer, since the last prim is finished. */
  size: number;
}

export function inputName({ kind, size }: InputKind): string {
  if (isCrateKind(kind)) return kind;
  return size < 1e6 ? `${kind} ${size / 1000} KB` : `${kind} ${size / 1e6} MB`;
}

/** The path of the generated file; made on the first call, and again after a change of a generator. */
export function inputFile({ kind, size }: InputKind): string {
  const generate = generators[kind];
  if (generate === undefined) throw new Error(`No generator is called "${kind}".`);
  const folder = cacheFolder();
  const prefix = `${kind.replace(" ", "-")}-${size}-`;
  const name = `${prefix}${generatorVersion()}.${isCrateKind(kind) ? "usdc" : "usda"}`;
  const file = join(folder, name);
  if (!existsSync(file)) {
    for (const old of readdirSync(folder)) if (old.startsWith(prefix)) rmSync(join(folder, old));
    // Renamed when complete: an interrupted run leaves no partial file under the final name.
    writeFileSync(`${file}.part`, generate(size));
    renameSync(`${file}.part`, file);
  }
  return file;
}

function generatorVersion(): string {
  const folder = join(import.meta.dirname, "generate");
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith(".test.ts")) hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 8);
}
