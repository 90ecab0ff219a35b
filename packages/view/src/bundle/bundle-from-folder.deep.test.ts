// Campaign: The scripts of the playground of a folder: classic, and without code from text

import { Script } from "node:vm";
import { expect, test } from "vitest";
import { bundleFromFolder } from "./bundle-from-folder.ts";

test(
  "the playground of a folder is classic scripts, without modules and code from text",
  { timeout: 600_000 },
  async () => {
    const files = await bundleFromFolder({ chair: new Uint8Array([1, 2, 255]) });
    expect([...files.keys()]).toEqual(["from-folder.html", "from-folder.js", "from-folder-files.js", "redirect.js"]);
    const text = (name: string): string => new TextDecoder().decode(files.get(name)?.content);
    const scope: { usdkitPlayground?: { scripts: Record<string, string>; assets: Record<string, string> } } = {};
    new Script(text("from-folder-files.js").replace("globalThis", "this")).runInNewContext(scope);
    const { scripts = {}, assets = {} } = scope.usdkitPlayground ?? {};
    expect(assets).toEqual({ chair: "AQL/" });
    expect(Object.keys(scripts)).toEqual(["document-worker.js", "draw-worker.js", "language-worker.js"]);
    for (const code of [text("from-folder.js"), text("redirect.js"), ...Object.values(scripts)]) {
      // A script, not a module: otherwise a syntax error.
      expect(() => new Script(code)).not.toThrow();
      expect(code.match(/new Function\b.{0,40}|\beval\(.{0,40}/g)).toBeNull();
    }
    expect(text("from-folder.html").match(/<script[^>]*>/g)).toEqual([
      '<script src="from-folder-files.js">',
      '<script src="from-folder.js">',
    ]);
  },
);
