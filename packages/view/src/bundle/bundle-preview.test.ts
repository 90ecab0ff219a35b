import { expect, test } from "vitest";
import { bundlePreview } from "./bundle-preview.ts";

test(
  "scripts of the preview need no other file, make no code from text, and have no URL of their own",
  { timeout: 60_000 },
  async () => {
    const { files } = await bundlePreview();
    expect([...files.keys()].toSorted()).toEqual([
      "basis_encoder.wasm",
      "draco_decoder_gltf.wasm",
      "preview.css",
      "preview.js",
      "render-thread.js",
      "worker.js",
    ]);
    for (const name of ["preview.js", "worker.js", "render-thread.js"]) {
      const code = new TextDecoder().decode(files.get(name)?.content);
      // One of Emscripten, on a branch for Node.
      const imports = code.match(/\bimport\s*(?:["'`{*]|\([^)]{1,40}\))/g) ?? [];
      expect(imports.filter((each) => each !== "import(`module`)")).toEqual([]);
      expect(code.match(/new Function\b.{0,40}|\beval\(.{0,40}/g)).toBeNull();
      expect(code.includes("import.meta.url")).toBe(name === "preview.js");
    }
    for (const { type } of files.values()) expect(type).not.toBe("");
  },
);
