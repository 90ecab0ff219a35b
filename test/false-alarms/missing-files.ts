// Whether a file that a finding calls missing is missing, found without the rules and the resolver: by the text of the layer that names
// it, and by what is in the folders.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ErrorOfFile } from "./errors-of-stages.ts";

const CRATE = "PXR-USDC";
/** In templates and tiles: stands for digits. */
const DIGITS = /#+|<UDIM>/u;

/** Whether the layer of a finding names the file as the message says, and the file is not where the layer names it. */
export function lacksFile({ layer, message }: ErrorOfFile): boolean {
  const named = /@(?<path>[^@]+)@/u.exec(message)?.groups?.["path"];
  if (named === undefined || !existsSync(layer)) return false;
  const bytes = readFileSync(layer);
  const isCrate = bytes.toString("latin1", 0, CRATE.length) === CRATE;
  if (!isCrate && !bytes.toString("utf8").includes(named)) return false;
  return !isThere(join(dirname(layer), named.split(":SDF_FORMAT_ARGS:", 1)[0]));
}

function isThere(path: string): boolean {
  const folder = dirname(path);
  const name = basename(path);
  if (!DIGITS.test(name)) return existsSync(path);
  const [before, after = ""] = name.split(DIGITS);
  return existsSync(folder) && readdirSync(folder).some((each) => each.startsWith(before) && each.endsWith(after));
}
