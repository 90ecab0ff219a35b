import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assetError } from "../test-support/expect-asset-error.ts";
import { loadAsset } from "./load-asset.ts";
import { unreadSplatsFormat } from "./unread-splats.ts";

/** A ZIP archive of empty entries, as a writer that streams makes it. */
function zip(names: readonly string[], comment = ""): Uint8Array<ArrayBuffer> {
  const locals = names.map((name) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name, "latin1")]);
  });
  const directory = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, Buffer.from(name, "latin1")]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]));
}

/** One section, without splats. */
function ksplat(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4096 + 1024);
  const view = new DataView(bytes.buffer);
  view.setUint8(1, 1);
  view.setUint32(4, 1, true);
  view.setUint32(8, 1, true);
  return bytes;
}

test.each([
  ["SOG", "sog", zip(["meta.json", "means_l.webp"])],
  ["SOG", "sog", zip(["means_l.webp", "meta.json"], "made by hand")],
  ["KSPLAT", "ksplat", ksplat()],
])("rejects %s by its content and names what converts it", async (name, extension, bytes) => {
  const error = await assetError(() => loadAsset(bytes));
  expect(error).toMatchObject({ problem: "unsupported", offset: 0 });
  expect(error.message).toContain(name);
  expect(error.message).toContain(`npx @playcanvas/splat-transform in.${extension} out.ply`);
});

test.each([
  ["a ZIP archive of something else", zip(["scene.usda", "textures/meta.json"])],
  ["a ZIP archive without its end", zip(["meta.json"]).subarray(0, -22)],
  ["zeros", new Uint8Array(6000)],
  ["a KSPLAT header that the file has no room for", ksplat().subarray(0, 5000)],
])("%s is of no known format", async (_, bytes) => {
  expect(await assetError(() => loadAsset(bytes))).toMatchObject({ problem: "format" });
});

test("any bytes may be looked at, those of a damaged archive too", () => {
  const whole = zip(["means_l.webp", "meta.json"]);
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.nat(whole.length), (changes, length) => {
      const bytes = whole.slice(0, length);
      for (const [at, value] of changes) if (at < length) bytes[at] = value;
      expect([null, "sog"]).toContain(unreadSplatsFormat(bytes));
    }),
  );
});
