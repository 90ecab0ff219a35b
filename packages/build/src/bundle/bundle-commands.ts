// Makes the commands of a package that start fast: what every run needs in one CommonJS file (`src/bin/every-run.ts`),
// the others in chunks that are loaded on demand, and for each command a launcher (`src/bin/launch.ts`).

import { writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { rolldown, type InputOptions, type OutputAsset, type OutputChunk, type OutputOptions } from "rolldown";
import { leaveOutChevrotain } from "./leave-out-chevrotain.ts";

/** Sources use `await using`, which Node 22 does not parse. */
export const OLDEST_NODE = "node22.12";

/** Of the bundle; the name changes with the content, since compiled code is kept under it. */
const BUNDLE_NAME = "[name]-[hash].js";

/** Writes the commands `names` to `dir` and returns everything that was bundled. */
export async function bundleCommands(folder: string, names: readonly string[], dir: string): Promise<OutputChunk[]> {
  const input: InputOptions = { input: { main: "src/bin/every-run.ts" }, preserveEntrySignatures: "allow-extension" };
  const output: OutputOptions = { dir, entryFileNames: BUNDLE_NAME, chunkFileNames: `chunks/${BUNDLE_NAME}` };
  // The first build finds the modules of every run: otherwise those shared with other chunks would get separate chunks.
  const together = loadedAtOnce(await make(folder, input, output));
  const codeSplitting = { groups: [{ name: "main", test: (id: string) => together.has(id) }] };
  const bundle = await make(folder, input, { ...output, codeSplitting }, true);
  const main = bundle.find((chunk) => chunk.isEntry);
  // The bundler's own helpers are not available elsewhere.
  const left = main?.imports.filter((name) => !isBuiltin(name) && !name.includes("rolldown-runtime"));
  if (main === undefined || left?.length !== 0) throw new Error(`${folder}: not in one file: ${left?.join(", ")}`);

  const launchers: OutputChunk[] = [];
  for (const name of names) {
    const define = { COMMAND: JSON.stringify(name), BUNDLE: JSON.stringify(main.fileName) };
    const input: InputOptions = { input: { [name]: "src/bin/launch.ts" }, transform: { define } };
    launchers.push(...(await make(folder, input, { dir, entryFileNames: "[name].js" }, true)));
  }
  // The package's own files are modules.
  writeFileSync(join(dir, "package.json"), '{ "type": "commonjs" }\n');
  return [...bundle, ...launchers];
}

/** The modules in the entry's chunk and in those that it imports. */
function loadedAtOnce(chunks: readonly OutputChunk[]): ReadonlySet<string> {
  const found = new Set(chunks.filter((chunk) => chunk.isEntry));
  // A set visits also what is added while it is walked.
  for (const chunk of found) {
    for (const other of chunks) if (chunk.imports.includes(other.fileName)) found.add(other);
  }
  return new Set(Array.from(found).flatMap((chunk) => chunk.moduleIds));
}

async function make(
  folder: string,
  input: InputOptions,
  output: OutputOptions,
  isWritten = false,
): Promise<OutputChunk[]> {
  const build = await rolldown({
    ...input,
    transform: { ...input.transform, target: OLDEST_NODE },
    cwd: folder,
    platform: "node",
    plugins: [
      leaveOutChevrotain(),
      { name: "ascii", generateBundle: (_, files) => Object.values(files).forEach(toAscii) },
    ],
    onLog(level, log) {
      // Code that every run needs is in one file with its importer, as intended.
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") return;
      // Of yargs, `import.meta.resolve` is lost, which it needs for settings that extend others; we have it read none.
      if (log.code === "EMPTY_IMPORT_META" && /[\\/]yargs[\\/]/.test(log.id ?? "")) return;
      throw new Error(`${folder}: ${level}: ${log.code}: ${log.message}`);
    },
  });
  const options: OutputOptions = {
    ...output,
    format: "cjs",
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  };
  const { output: files } = isWritten ? await build.write(options) : await build.generate(options);
  await build.close();
  return files.filter((file) => file.type === "chunk");
}

/** One character outside of Latin-1 would double the memory of the whole text, and the time to read it. */
function toAscii(file: OutputChunk | OutputAsset): void {
  if (file.type !== "chunk" || !file.isEntry || !/[^\0-\x7f]/.test(file.code)) return;
  if (file.code.includes("String.raw`")) throw new Error("an escape would not mean its character in String.raw");
  file.code = file.code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
