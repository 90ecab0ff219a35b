/** Layers of texts that are parsed when something looks into them: to report findings, most often only lines are counted. */
import { openLayer } from "@usdkit/usd";
import type { Layer } from "@usdkit/layer";

const HASH = 35;

/** Returns the layer of a file; a text is not parsed before its specs or comments are asked for. */
export function layerOf(bytes: Uint8Array): Layer {
  return bytes[0] === HASH ? new TextLayer(bytes) : openLayer(bytes).layer;
}

class TextLayer implements Layer {
  readonly source: Uint8Array;
  #parsed: Layer | undefined;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  get root(): Layer["root"] {
    return this.#layer.root;
  }

  get version(): string {
    return this.#layer.version;
  }

  get comments(): Layer["comments"] {
    return this.#layer.comments;
  }

  get #layer(): Layer {
    return (this.#parsed ??= openLayer(this.source).layer);
  }
}
