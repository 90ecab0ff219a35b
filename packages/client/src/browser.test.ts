import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import * as browser from "./browser.ts";
import * as node from "./index.ts";

describe("the browser entry point", () => {
  test("exports the same names as the Node entry point", () => {
    expect(Object.keys(browser).toSorted()).toEqual(Object.keys(node).toSorted());
  });

  test("is what a bundler for browsers resolves, without Node modules", async () => {
    const entry = "\0entry";
    const build = await rolldown({
      input: entry,
      cwd: join(import.meta.dirname, ".."),
      platform: "browser",
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === entry ? id : undefined),
          load: (id) => (id === entry ? 'export * from "@usdkit/client";' : undefined),
        },
      ],
      onLog: (level, log) => {
        throw new Error(`${level}: ${log.message}`);
      },
    });
    const { output } = await build.generate({ format: "esm" });
    await build.close();
    const chunks = output.filter((item) => item.type === "chunk");
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.replaceAll("\\", "/"));
    expect(modules.filter((id) => id.includes("/platform/node/"))).toEqual([]);
    expect(modules.some((id) => id.includes("/platform/browser/"))).toBe(true);
    expect(chunks.flatMap(({ imports }) => imports)).toEqual([]);
    expect(chunks.map(({ code }) => code).join("\n")).not.toMatch(
      /from\s*"node:|import\("node:|\bBuffer\b|\bprocess\./,
    );
  });

  test("uses Node modules only in the Node platform folder", () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|^test-support\/|^platform\/node\//.test(path));
    expect(sources.length).toBeGreaterThan(30);
    for (const path of sources) {
      const text = readFileSync(join(import.meta.dirname, path), "utf8");
      expect(/from "node:/.test(text) ? path : "").toBe("");
    }
  });
});
