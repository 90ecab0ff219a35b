/** The size of the page of `usda view`. */
import { gzipSync } from "node:zlib";
import { bundlePage, scriptsAtStart } from "../../packages/view/src/bundle/bundle-page.ts";

/** Sizes in bytes after gzip. */
export interface PageWeight {
  /** The files that every page loads. */
  readonly atStart: number;
  /** The files that are loaded for a kind of asset or layer. */
  readonly onDemand: number;
  /** The files of the page of a library. */
  readonly library: number;
}

/** Files of other pages. */
const LIBRARY = /^library\./;

/** Bundles the page and returns its sizes. */
export async function weighPage(): Promise<PageWeight> {
  const { files, chunks } = await bundlePage();
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const namesAtStart = new Set([...files.keys()].filter((name) => !/^(?:chunks\/|library\.)|\.wasm$/.test(name)));
  for (const name of scriptsAtStart(chunks)) namesAtStart.add(name);
  const ofLibrary = new Set([...files.keys()].filter((name) => LIBRARY.test(name)));
  // A set that grows is iterated to its end.
  for (const names of [namesAtStart, ofLibrary]) {
    for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported);
  }
  let [atStart, onDemand, library] = [0, 0, 0];
  for (const [name, { content }] of files) {
    const bytes = gzipSync(content, { level: 9 }).length;
    if (ofLibrary.has(name)) library += bytes;
    if (namesAtStart.has(name)) atStart += bytes;
    else if (!ofLibrary.has(name)) onDemand += bytes;
  }
  return { atStart, onDemand, library };
}
