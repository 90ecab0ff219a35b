import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Peer } from "./peer.ts";

interface ThreeModule {
  USDAParser: new () => { parseData(text: string): unknown };
}

const require: NodeJS.Require = createRequire(import.meta.url);

/** A module of three's loader of USD. */
export async function importThree<T>(name: string): Promise<{ readonly version: string; readonly module: T }> {
  const file = require.resolve(`three/examples/jsm/loaders/usd/${name}`);
  const module = (await import(pathToFileURL(file).href)) as T;
  // The manifest is not among the package's exports.
  const manifest = readFileSync(join(require.resolve("three"), "../../package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return { version, module };
}

/** three's loader parses a string; decoding the bytes is included, as for all other peers. */
export async function peer(): Promise<Peer> {
  const { version, module } = await importThree<ThreeModule>("USDAParser.js");
  return {
    label: `three ${version}`,
    load(input) {
      const bytes = readFileSync(input);
      return {
        open() {
          return { layer: new module.USDAParser().parseData(new TextDecoder().decode(bytes)) };
        },
      };
    },
  };
}
