import { readFileSync } from "node:fs";
import type { Peer } from "./peer.ts";
import { importThree } from "./three.ts";

interface CrateModule {
  USDCParser: new () => { parseData(buffer: ArrayBuffer): unknown };
}

/** three's loader of crates, which reads every field when it opens a file. */
export async function peer(): Promise<Peer> {
  const { version, module } = await importThree<CrateModule>("USDCParser.js");
  return {
    label: `three ${version}`,
    load(input) {
      const bytes = readFileSync(input);
      const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      return { open: () => ({ layer: new module.USDCParser().parseData(buffer), touch: () => undefined }) };
    },
  };
}
