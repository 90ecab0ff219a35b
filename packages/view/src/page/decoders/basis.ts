/** Basis Universal, for KTX2 textures, with its WebAssembly in a file of its own. */
import * as ktx2 from "ktx2-encoder";

/** The encoder's entry point for browsers, which the bundler chooses; its types are those of Node's. */
interface BrowserEntry {
  readonly BrowserBasisEncoder: new () => { init(options: { readonly wasmUrl: string }): Promise<object> };
}

/** Creates an initialized module. */
export async function createBasis(wasmUrl: string): Promise<object> {
  const { BrowserBasisEncoder } = ktx2 as unknown as BrowserEntry;
  return await new BrowserBasisEncoder().init({ wasmUrl });
}
