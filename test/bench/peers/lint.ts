import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type * as validate from "@usdkit/validate";
import type { Peer } from "./peer.ts";

/** Parse and every rule. */
export async function peer(option = "source"): Promise<Peer> {
  const { checkScene } = await importValidate(option);
  return {
    label: "@usdkit/validate, parse and all rules",
    load(file) {
      const bytes = readFileSync(file);
      return {
        open() {
          const { findings, layer } = checkScene(bytes, { profile: "offline" });
          const [first] = findings.filter(({ severity }) => severity !== "info");
          return { error: first === undefined ? undefined : `a false alarm: ${first.rule}: ${first.message}`, layer };
        },
      };
    },
  };
}

async function importValidate(entry: string): Promise<typeof validate> {
  return entry === "source"
    ? import("@usdkit/validate")
    : ((await import(pathToFileURL(entry).href)) as typeof validate);
}
