import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as usda from "@usdkit/usda";
import { repository } from "../paths.ts";
import type { Opened, Peer } from "./peer.ts";
import { touch } from "./touch.ts";

export type Library = typeof usda;

/** The library from its source, or from `dist`. */
export async function importLibrary(built: boolean): Promise<Library> {
  if (!built) return import("@usdkit/usda");
  const file = join(repository, "packages/usda/dist/index.js");
  if (!existsSync(file)) throw new Error("packages/usda is not built: run `pnpm build`");
  return (await import(pathToFileURL(file).href)) as Library;
}

/** Two peers: `parseUsda` of bytes in memory, and the same with the reading of the file counted. */
export async function peer(option: string | undefined): Promise<Peer> {
  const built = option === "built" || option === "built+read";
  const { parseUsda, printUsda } = await importLibrary(built);
  const open = (bytes: Uint8Array): Opened => {
    const { layer, diagnostics, ok } = parseUsda(bytes);
    return {
      error: ok ? undefined : `${diagnostics[0]?.line}:${diagnostics[0]?.column}: ${diagnostics[0]?.message}`,
      layer,
      touch: () => touch(layer),
      print: () => printUsda(layer).length,
    };
  };
  return {
    label: built ? "@usdkit/usda (dist)" : "@usdkit/usda",
    load(file) {
      if (option?.endsWith("read") === true) return { open: () => open(readFileSync(file)) };
      const bytes = readFileSync(file);
      return { open: () => open(bytes) };
    },
  };
}
