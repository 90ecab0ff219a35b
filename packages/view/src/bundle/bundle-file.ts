/** Bundles a script with all that it needs into one file. */
import { join } from "node:path";
import { rolldown, type InputOptions, type OutputChunk } from "rolldown";
import { bundleOptions, sources } from "./bundle-page.ts";

/** A worker that starts from a text has no URL that others are relative to: libraries would fail when they are loaded. */
export const ofText: InputOptions = { transform: { define: { "import.meta.url": '"https://preview.invalid/"' } } };

/**
 * Bundles a script.
 *
 * @param input Path of the script among the page's sources.
 * @param format `iife` is a classic script.
 * @throws {Error} if a module is missing or has a syntax error.
 */
export async function bundleFile(
  input: string,
  options: InputOptions = {},
  format: "esm" | "iife" = "esm",
): Promise<OutputChunk> {
  const build = await rolldown({ ...bundleOptions, ...options, input: join(sources, input) });
  const { output } = await build.generate({ format, codeSplitting: false, minify: true });
  await build.close();
  const [chunk, ...more] = output;
  if (more.length > 0) throw new Error(`${input}: expected one file`);
  return chunk;
}
