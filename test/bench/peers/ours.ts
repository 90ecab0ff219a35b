import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type * as usda from "@usdkit/usda";
import type { Opened, Peer } from "./peer.ts";
import { touch } from "./touch.ts";

export type Library = typeof usda;

/** The library from its source, or from a module that exports an installed one. */
export async function importLibrary(entry: string): Promise<Library> {
  return entry === "source" ? import("@usdkit/usda") : ((await import(pathToFileURL(entry).href)) as Library);
}

/** Two peers: `parseUsda` of bytes in memory, and the same with the reading of the file counted (`ENTRY+read`). */
export async function peer(option = "source"): Promise<Peer> {
  const entry = option.replace(/\+read$/, "");
  const { parseUsda, printUsda } = await importLibrary(entry);
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
    label: entry === "source" ? "@usdkit/usda" : "@usdkit/usda (dist)",
    load(file) {
      if (option !== entry) return { open: () => open(readFileSync(file)) };
      const bytes = readFileSync(file);
      return { open: () => open(bytes) };
    },
  };
}
