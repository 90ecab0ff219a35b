import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Layer } from "@usdkit/layer";
import { openLayer } from "@usdkit/usd";
import { LazyBytes, openFile } from "@usdkit/usd/files";
import { usdcParts } from "@usdkit/usdc";
import type { Opened, Peer } from "./peer.ts";
import { touch } from "./touch.ts";

/** `openLayer` of bytes in memory, or of the file with option `disk`; and `usdcParts` to a file. */
export async function peer(option: string | undefined): Promise<Peer> {
  const isDisk = option === "disk";
  return {
    label: isDisk ? "@usdkit/usd/files, from disk" : "@usdkit/usdc",
    load(file) {
      const whole = isDisk ? undefined : readFileSync(file);
      return {
        open(): Opened {
          const bytes = whole ?? openFile(file);
          const { layer, diagnostics, ok } = openLayer(bytes);
          return {
            close: () => (bytes instanceof LazyBytes ? bytes.close() : undefined),
            error: ok ? undefined : diagnostics[0]?.message,
            layer,
            touch: () => touch(layer),
            write: (written) => writeCrate(layer, written),
          };
        },
      };
    },
  };
}

/** Writes a crate part by part; returns its size. */
function writeCrate(layer: Layer, written?: () => void): number {
  const file = openSync(join(tmpdir(), "usdkit-bench-ours.usdc"), "w");
  let size = 0;
  for (const { offset, bytes } of usdcParts(layer)) {
    writeSync(file, bytes, 0, bytes.length, offset);
    size = Math.max(size, offset + bytes.length);
    written?.();
  }
  closeSync(file);
  return size;
}
