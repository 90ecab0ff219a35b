import { zipEntries } from "../compression/zip-entries.ts";

/** The entry that describes the others. */
export const META = "meta.json";

/** Returns whether the bytes are a ZIP archive with an entry `meta.json`. */
export function isSog(bytes: Uint8Array): boolean {
  return zipEntries(bytes)?.some(({ name }) => name === META) ?? false;
}
