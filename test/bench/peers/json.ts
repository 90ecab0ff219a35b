import { readFileSync } from "node:fs";
import { numbersAsJson } from "../generate/json-numbers.ts";
import type { Peer } from "./peer.ts";

/** `JSON.parse` of the same numbers: a yardstick, since nothing is asked of it but numbers. */
export function peer(): Promise<Peer> {
  return Promise.resolve({
    label: "JSON.parse",
    load(file) {
      const text = numbersAsJson(readFileSync(file)).toString("latin1");
      return {
        open() {
          return { layer: JSON.parse(text) as unknown };
        },
      };
    },
  });
}
