/** Kernels: small modules of WebAssembly next to the JavaScript that does the same. */

/** The memory of a kernel; `buffer` is another one after it has grown. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  /** Grows by pages of 64 KiB. */
  grow(pages: number): number;
}

/** What every kernel exports. */
export interface KernelExports {
  readonly memory: KernelMemory;
}

/** The part of WebAssembly that is used; the types of browsers are not among those of this program. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/**
 * Compiles and instantiates a module, synchronously and without `eval`.
 *
 * @param base64 the module's bytes, which import nothing
 * @returns its exports; undefined if there is no WebAssembly, or if a content security policy forbids it: then the caller
 *   takes the JavaScript
 */
export function loadKernel<T extends KernelExports>(base64: string): T | undefined {
  const { WebAssembly } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  if (WebAssembly === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    // The exports of a module of ours, which a test compares with its source.
    return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as T;
  } catch {
    return undefined;
  }
}
