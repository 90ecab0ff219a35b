import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Peer } from "./peer.ts";

interface TinyLayer {
  loadAsLayerFromBinary(bytes: Uint8Array, name: string): boolean;
  layerToString(): string;
  error(): string;
  delete(): void;
}

interface TinyModule {
  default: (options: { wasmBinary: Uint8Array }) => Promise<{ TinyUSDZLoaderNative: new () => TinyLayer }>;
}

const require: NodeJS.Require = createRequire(import.meta.url);

export async function peer(): Promise<Peer> {
  const file = require.resolve("tinyusdz/tinyusdz.js");
  const wasmBinary = readFileSync(require.resolve("tinyusdz/tinyusdz.wasm"));
  const { version } = require("tinyusdz/package.json") as { version: string };
  // Its build requires a browser and rejects Node by name; the module itself needs neither.
  Object.assign(globalThis, { window: globalThis });
  Object.assign(process, { type: "renderer" });
  const { default: start } = (await import(pathToFileURL(file).href)) as TinyModule;
  const { TinyUSDZLoaderNative } = await start({ wasmBinary });
  return {
    label: `tinyusdz ${version} (wasm)`,
    load(input) {
      const bytes = readFileSync(input);
      return {
        open() {
          const layer = new TinyUSDZLoaderNative();
          const ok = layer.loadAsLayerFromBinary(bytes, "bench.usda");
          return {
            error: ok ? undefined : layer.error(),
            print: () => layer.layerToString().length,
            close: () => layer.delete(),
          };
        },
      };
    },
  };
}
