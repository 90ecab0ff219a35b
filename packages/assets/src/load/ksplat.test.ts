import { expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { loadAsset } from "./load-asset.ts";

/** One section, without splats. */
function ksplat(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4096 + 1024);
  const view = new DataView(bytes.buffer);
  view.setUint8(1, 1);
  view.setUint32(4, 1, true);
  view.setUint32(8, 1, true);
  return bytes;
}

test("rejects KSPLAT by its content and names what converts it", async () => {
  const error = await assetError(() => loadAsset(ksplat()));
  expect(error).toMatchObject({ problem: "unsupported", offset: 0 });
  expect(error.message).toContain("KSPLAT");
  expect(error.message).toContain("npx @playcanvas/splat-transform in.ksplat out.spz");
});

test.each([
  ["zeros", new Uint8Array(6000)],
  ["a KSPLAT header that the file has no room for", ksplat().subarray(0, 5000)],
])("%s: the format is unknown", async (_, bytes) => {
  expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "format" });
});
