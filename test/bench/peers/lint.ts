import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as validate from "@usdkit/validate";
import { repository } from "../paths.ts";
import type { Peer } from "./peer.ts";

/** Parse and every rule. */
export async function peer(option: string | undefined): Promise<Peer> {
  const { checkScene } = await importValidate(option === "built");
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

async function importValidate(built: boolean): Promise<typeof validate> {
  if (!built) return import("@usdkit/validate");
  const file = join(repository, "packages/validate/dist/index.js");
  if (!existsSync(file)) throw new Error("packages/validate is not built: run `pnpm build`");
  return (await import(pathToFileURL(file).href)) as typeof validate;
}
