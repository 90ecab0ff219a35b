/** Basis Universal, for KTX2 textures, with its WebAssembly next to the page's script. */
import * as ktx2 from "ktx2-encoder";
import { BASIS_WASM } from "../../protocol/wasm-files.ts";

/** The encoder's entry point for browsers, which the bundler chooses; its types are those of Node's. */
interface BrowserEntry {
  readonly BrowserBasisEncoder: new () => { init(options: { readonly wasmUrl: string }): Promise<object> };
}

/** Creates an initialized module. */
export async function createBasis(folder: URL): Promise<object> {
  const { BrowserBasisEncoder } = ktx2 as unknown as BrowserEntry;
  return await new BrowserBasisEncoder().init({ wasmUrl: new URL(BASIS_WASM, folder).href });
}
