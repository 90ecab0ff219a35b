// The pages of the site: runs the commands of the pages about `usda`, and checks every link.

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryContext } from "../../packages/command/src/context/memory-context.ts";
import { main } from "../../packages/usda-lint/src/bin/main.ts";
import { runCommand, TestFolder } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { checkScene } from "../../packages/validate/src/index.ts";
import { chairGlb } from "../demo/models.ts";

const docs = resolve(import.meta.dirname, "../../docs");
const pages = globSync(["*.md", "guides/*.md"], { cwd: docs }).toSorted();
/** Pages whose commands need only a scene and a mesh; other tests run those of the others. */
const ran = ["index.md", "guides/from-usdchecker-and-usdview.md", "guides/view.md"];

interface Block {
  readonly language: string;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docs, page), "utf8");
  return Array.from(text.matchAll(/^```(\w*)\n([^]*?)^```$/gm), ([, language = "", code = ""]) => ({ language, code }));
}

const scene = blocksOf("index.md").find(({ language }) => language === "usda")?.code ?? "";

/** Runs a line as a shell would, in this process; interrupts `usda view` once it prints an address. */
async function runLine(line: string, cwd: string): Promise<void> {
  const [runner, name, ...args] = line.split(" ");
  expect([runner, name]).toEqual(["npx", expect.stringMatching(/^usda(?:-lint)?$/)]);
  if (name === "usda" && args[0] === "view") {
    const context = memoryContext({ cwd });
    const ended = main("usda", [...args, "--no-open"], context);
    await expect
      .poll(() => context.output().stdout, { timeout: 60_000 })
      .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\/\n$/);
    context.interrupt();
    expect(await ended).toBe(130);
    return;
  }
  const result = await runCommand(name === "usda" ? "usda" : "usda-lint", args, { cwd });
  expect({ line, ...result }).toMatchObject({ line, code: 0 });
}

describe.each(ran)("docs/%s", (page) => {
  const blocks = blocksOf(page);

  test("its code runs without errors", { timeout: 600_000 }, async () => {
    using folder = new TestFolder({ "scene.usda": scene, "chair.glb": chairGlb(), "models/chair.glb": chairGlb() });
    for (const { language, code } of blocks) {
      if (language === "usda") {
        const { findings } = checkScene(code);
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
        continue;
      }
      // Blocks in other languages cannot be run here.
      expect(language).toBe("sh");
      for (const line of code.trim().split("\n")) {
        if (!line.startsWith("npm install ")) await runLine(line, folder.path);
      }
    }
  });
});

test.each(pages)("the links of docs/%s lead to existing files", (page) => {
  const text = readFileSync(join(docs, page), "utf8");
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]+)/g), ([, link = ""]) => link);
  const missing = links.filter((link) => !existsSync(join(docs, dirname(page), link)));
  expect(missing).toEqual([]);
});

test("every guide is in the menu of the site", () => {
  const config = readFileSync(join(docs, ".vitepress/config.ts"), "utf8");
  const guides = pages.filter((page) => page.startsWith("guides/")).map((page) => `/${page.replace(/\.md$/, "")}`);
  expect(guides.filter((link) => !config.includes(`link: "${link}"`))).toEqual([]);
});

test("the menu of the site names existing pages", () => {
  const config = readFileSync(join(docs, ".vitepress/config.ts"), "utf8");
  const links = Array.from(config.matchAll(/link: "\/([^"]*)"/g), ([, link = ""]) => link);
  const made = /^(?:api|playground)\//;
  const missing = links.filter(
    (link) => !made.test(link) && !existsSync(join(docs, `${link === "" ? "index" : link}.md`)),
  );
  expect(missing).toEqual([]);
});
