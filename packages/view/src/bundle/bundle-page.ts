/** Builds the files of the page: modules for the page and its workers, the style sheet and the HTML. */
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { rolldown, type InputOptions, type OutputChunk } from "rolldown";
import { BASIS_WASM, DRACO_WASM } from "../protocol/wasm-files.ts";
import { pageTypes, type PageFile, type PageFiles } from "./page-file.ts";
import { withMaterialX } from "./with-materialx.ts";
import { withoutEval } from "./without-eval.ts";

/** Entry points by the names that the page starts them by. */
const ENTRIES = {
  "document-worker": "workers/document-worker.ts",
  "draw-worker": "workers/draw-worker.ts",
  "language-worker": "workers/language-worker.ts",
  "render-thread": "workers/render-thread.ts",
};
/** The script and the frame of each kind of page: with the server of `usda view`, or with files of its own. */
const KINDS = {
  view: { script: "main.ts", frame: "index.html" },
  playground: { script: "playground.ts", frame: "playground.html" },
};
/** Scripts of one kind alone: of the page of libraries, which is served with that of `usda view`, and of the workers that convert models and compose stages. */
const OTHER_ENTRIES = {
  view: { library: "library/main.ts" },
  playground: { "convert-worker": "workers/convert-worker.ts", "stage-worker": "workers/stage-worker.ts" },
};
const STATIC_FILES = {
  view: ["page.css", "icon.svg", "library.html", "library.css"],
  playground: ["page.css", "icon.svg"],
};
/** WebAssembly of decoders, and the modules in the same folders. */
const WASM_FILES = { [DRACO_WASM]: "draco_decoder_gltf_nodejs.js", [BASIS_WASM]: "basis_encoder.js" };

/** The folder of the page's sources. */
export const sources: string = join(import.meta.dirname, "../page");
/** Options of every bundle. */
export const bundleOptions: InputOptions = {
  platform: "browser",
  // Libraries that also run in Node name modules of Node, which a page does not load.
  external: /^node:/,
  plugins: [withoutEval(), withMaterialX()],
  onLog: () => undefined,
};

/** A kind of page. */
export type PageKind = keyof typeof KINDS;

/** The page and its modules' sources. */
export interface BundledPage {
  readonly files: PageFiles;
  readonly chunks: readonly OutputChunk[];
}

/** Returns the names of the modules that the page itself loads at its start, also those that its script imports later. */
export function scriptsAtStart(chunks: readonly OutputChunk[]): readonly string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const page = byName.get("page.js");
  const names = new Set(page === undefined ? [] : [page.fileName, ...page.dynamicImports]);
  // A set that grows is iterated to its end.
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
  return [...names];
}

/**
 * Bundles the page from its sources.
 *
 * @throws {Error} if a module is missing or has a syntax error.
 */
export async function bundlePage(kind: PageKind = "view"): Promise<BundledPage> {
  const { script, frame } = KINDS[kind];
  const build = await rolldown({
    input: Object.fromEntries(
      Object.entries({ ...ENTRIES, ...OTHER_ENTRIES[kind], page: script }).map(([name, file]) => [
        name,
        join(sources, file),
      ]),
    ),
    ...bundleOptions,
  });
  const { output } = await build.generate({
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: true,
  });
  await build.close();
  const files = new Map<string, PageFile>();
  const chunks = output.filter((file) => file.type === "chunk");
  for (const file of chunks) {
    files.set(file.fileName, { type: pageTypes[".js"] ?? "", content: new TextEncoder().encode(file.code) });
  }
  for (const name of STATIC_FILES[kind]) {
    const type = pageTypes[name.slice(name.lastIndexOf("."))] ?? "";
    files.set(name, { type, content: await readFile(join(sources, name)) });
  }
  for (const [name, content] of await wasmFiles(chunks)) {
    files.set(name, { type: pageTypes[".wasm"] ?? "", content });
  }
  const html = await readFile(join(sources, frame), "utf8");
  const links = scriptsAtStart(chunks).map((name) => `<link rel="modulepreload" href="${name}" />`);
  files.set("index.html", {
    type: pageTypes[".html"] ?? "",
    content: new TextEncoder().encode(html.replace("</head>", `${links.join("")}</head>`)),
  });
  return { files, chunks };
}

/** Returns the WebAssembly of the decoders that the chunks contain. */
export async function wasmFiles(chunks: readonly OutputChunk[]): Promise<[name: string, content: Uint8Array][]> {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
  return await Promise.all(
    Object.entries(WASM_FILES).map(async ([name, module]): Promise<[string, Uint8Array]> => {
      const id = modules.find((each) => basename(each) === module);
      if (id === undefined) throw new Error(`the page does not use ${module}`);
      return [name, await readFile(join(dirname(id), name))];
    }),
  );
}
