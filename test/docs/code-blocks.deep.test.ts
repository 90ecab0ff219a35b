// Campaign in CI: Every fenced block of the pages is run, or its syntax is checked
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeProgram, type Setup } from "./blocks/program.ts";
import { readBlocks, readPages, root, type Block } from "./blocks/read-blocks.ts";
import { checks, weakChecks } from "./blocks/syntax.ts";
import { Enough } from "./setups/enough.ts";
import { closeService } from "./setups/service.ts";

/** Programs that are type-checked and not run here, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "docs/rendering.md": "test/docs/rendering.deep.test.ts runs it",
  "docs/guides/bundle-for-a-browser.md": "test/docs/recipes.deep.test.ts bundles it and runs it on a page",
  "docs/guides/from-layers-to-stages.md": "test/docs/stages-guide.test.ts runs it, next to the files of the page",
  "docs/guides/editing-stages.md": "its stage is that of the commands, which test/docs/editing-guide.test.ts runs",
  "docs/guides/stages-in-programs.md": "a test next to it runs its examples with their files",
  "packages/convert/README.md": "it needs files of the reader",
  "packages/library/README.md": "it needs an index of the reader",
  "packages/publish/README.md": "it needs a service",
  "docs/guides/publishing.md": "it needs a service",
  "docs/guides/scene-and-image-tests.md": "test/docs/scene-and-image-tests.deep.test.ts runs it inside of vitest",
  "packages/test-service/README.md": "its assertions are about requests that the example leaves out",
  "packages/batch/README.md": "the package is private, so that only commands can import it",
  "packages/command/README.md": "its example imports a command of the reader",
  "packages/language-server/README.md": "it runs in a browser worker",
  "packages/lint-config/README.md": "the package is private, so that only two packages can import it",
  "packages/testing/README.md": "test/packages runs its matchers inside of vitest and jest",
};

/** Blocks of text that is not code, by page and first line. */
const TEXT: Readonly<Record<string, string>> = {
  "docs/architecture.md": "diagrams",
  "docs/guides/bundle-for-a-browser.md": "the HTML of a page, which test/docs/recipes.deep.test.ts opens",
  "docs/guides/from-layers-to-stages.md": "the output of commands, which test/docs/stages-guide.test.ts compares",
  "docs/guides/agents.md": "commands and settings of clients",
  "docs/guides/gateway-operations.md": "commands with passwords of the reader",
  "docs/guides/converting.md": "the markup of a page",
  "docs/guides/editing-stages.md": "the output of commands, which test/docs/editing-guide.test.ts compares",
  "docs/guides/stages-in-programs.md": "the output of its programs",
  "packages/convert/README.md": "commands, and markup of a page",
  "packages/mcp/README.md": "commands",
  "packages/scene/README.md": "an error message",
  "packages/testing/README.md": "messages of failures",
  "packages/usda-lint/README.md": "a report, and comments that suppress rules",
};

/** Languages that another test reads with their own program. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  gitignore: "test/docs/scene-and-image-tests.deep.test.ts",
  gitattributes: "test/docs/scene-and-image-tests.deep.test.ts",
};

/** Programs of which only the syntax is checked, with the reason. */
const NOT_TYPED: Readonly<Record<string, string>> = {
  "packages/convert/README.md": "its examples are parts of programs",
  "packages/publish/README.md": "its example is a part of a program",
  "docs/guides/publishing.md": "its example is a part of a program",
  "docs/guides/bundle-for-a-browser.md": "it is code of a page, with the types of its globals",
  "packages/batch/README.md": "the package is private, so that only commands can import it",
  "packages/command/README.md": "it imports a module of the reader",
  "packages/language-server/README.md": "it is code of a browser worker, with the types of its globals",
  "packages/lint-config/README.md": "the package is private, so that only two packages can import it",
};

const PROGRAM = new Set(["ts", "js"]);
const pages = readPages()
  .map((page) => ({ page, blocks: readBlocks(page) }))
  .filter(({ blocks }) => blocks.length > 0);
const programs = pages
  .map(({ page, blocks }) => ({ page, blocks: blocks.filter(({ language }) => PROGRAM.has(language)) }))
  .filter(({ blocks }) => blocks.length > 0);

/** `docs/guides/client.md` → `client-guide`, `packages/usda/README.md` → `usda`, `README.md` → `readme` */
function slugOf(page: string): string {
  return page
    .replace(/^packages\//, "")
    .replace(/^docs\/guides\/(.*)\.md$/, "$1-guide")
    .replace(/^docs\//, "")
    .replace(/(?<=.)\/README\.md$|\.md$/, "")
    .replaceAll("/", "-")
    .toLowerCase();
}

/** Calls that follow an operation, and the same with a short interval between polls. */
const FOLLOW_OFTEN: Readonly<Record<string, string>> = Object.fromEntries(
  ["renderer.render(scene, {", ".result({", ".updates({", ".image({"].map((call) => [call, `${call} interval: 20,`]),
);

function setupOf(page: string): Setup | undefined {
  const file = join(import.meta.dirname, "setups", `${slugOf(page)}.ts`);
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  const declared = Array.from(text.matchAll(/^export (?:const|class|function) (\w+)/gm), ([, name = ""]) => name);
  const lists = Array.from(text.matchAll(/^export (?:const )?\{([^}]*)\}/gm), ([, names = ""]) => names.split(","));
  const listed = lists.flat().map((name) => name.replace(/^.*:/, "").trim());
  const address = {
    '"https://gateway.example"': "serviceUrl",
    '"https://api.example.com/prefix"': "serviceUrl",
    // With the default of 2 s, the programs would mostly wait.
    ...FOLLOW_OFTEN,
  };
  const names = [...declared, ...listed].filter((name) => name !== "");
  return {
    specifier: `../setups/${slugOf(page)}.ts`,
    names,
    replacements: names.includes("serviceUrl") ? address : {},
  };
}

/** Sets the variables one by one: an object assigned to `process.env` would no longer set those of the system. */
function restoreEnvironment(before: Readonly<NodeJS.ProcessEnv>): void {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  for (const [name, value] of Object.entries(before)) process.env[name] = value;
}

/** A block that exports is a module of its own. */
const isModule = ({ code }: Block): boolean => /^export default\b/m.test(code);
/** The packages whose modules such a block declares (jest) are installed in test/packages only. */
const isAmbient = ({ code }: Block): boolean => /^declare module\b/m.test(code);

let folder: string;
beforeAll(() => {
  // In the repository, from where the packages are found.
  folder = mkdtempSync(join(import.meta.dirname, "blocks-"));
  for (const { page, blocks: all } of programs) {
    if (NOT_TYPED[page] !== undefined) continue;
    const blocks = all.filter((block) => !isAmbient(block));
    const setup = setupOf(page);
    const parts = blocks.filter((block) => !isModule(block)).map(({ code }) => code);
    writeFileSync(join(folder, `${slugOf(page)}.ts`), makeProgram(parts, setup));
    for (const block of blocks.filter(isModule)) {
      writeFileSync(join(folder, `${slugOf(page)}-${block.line}.ts`), block.code);
    }
  }
  const compilerOptions = {
    noEmit: true,
    lib: ["es2024", "esnext.disposable"],
    types: ["node"],
    noImplicitReturns: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    isolatedDeclarations: false,
    declaration: false,
  };
  const config = {
    extends: "../../../tsconfig.base.json",
    compilerOptions,
    include: [".", "../../../packages/testing/src/vitest.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
});
afterAll(async () => {
  await closeService();
  rmSync(folder, { recursive: true, force: true });
});

test("the pages have blocks of every kind", () => {
  const languages = new Set(pages.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
  expect([...languages]).toEqual(expect.arrayContaining(["ts", "sh", "usda", "json", "yaml", "console"]));
  expect(programs.length).toBeGreaterThan(20);
});

test("every package shows its use in twenty lines", () => {
  const readmes = pages.filter(({ page }) => /^packages\/[\w-]+\/README\.md$/.test(page));
  expect(readmes).toHaveLength(readPages().filter((page) => /^packages\/[\w-]+\/README\.md$/.test(page)).length);
  const long = readmes.filter(({ blocks: [first] }) => (first?.code.split("\n").length ?? 99) > 21);
  expect(long.map(({ page }) => page)).toEqual([]);
});

test("the TypeScript of all pages has no type errors", { timeout: 600_000 }, () => {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect([status, stdout]).toEqual([0, ""]);
});

test("the syntax of TypeScript that is not type-checked", () => {
  const blocks = programs.flatMap(({ page, blocks: all }) =>
    all.filter((block) => NOT_TYPED[page] !== undefined || isAmbient(block)),
  );
  expect(blocks.length).toBeGreaterThan(3);
  for (const { page, line, code } of blocks) {
    expect(() => stripTypeScriptTypes(code), `${page}:${line}`).not.toThrow();
  }
});

describe.each(programs.filter(({ page }) => NOT_RUN[page] === undefined))("$page", ({ page }) => {
  test("its program runs", { timeout: 600_000 }, async () => {
    const home = process.cwd();
    const env = { ...process.env };
    const work = realpathSync(mkdtempSync(join(tmpdir(), "docs-program-")));
    process.chdir(work);
    const program = import(pathToFileURL(join(folder, `${slugOf(page)}.ts`)).href);
    const error: unknown = await program.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    process.chdir(home);
    restoreEnvironment(env);
    rmSync(work, { recursive: true, force: true });
    // An endless loop of an example ends with an error of its setup.
    expect(error instanceof Enough ? undefined : error).toBeUndefined();
  });
});

describe.each(pages)("$page", ({ page, blocks }) => {
  test("its other blocks are valid", async () => {
    for (const { line, language, code } of blocks) {
      const where = `${page}:${line}`;
      if (PROGRAM.has(language)) continue;
      if (language === "text") expect(TEXT, `${where}: say in TEXT what it is`).toHaveProperty([page]);
      else if (ELSEWHERE[language] !== undefined) {
        expect(readFileSync(join(root, ELSEWHERE[language]), "utf8")).toContain(language);
      } else {
        const check = checks[language];
        expect(check, `${where}: no check for blocks in "${language}"`).toBeDefined();
        await Promise.resolve(check?.(code)).catch((error: unknown) => {
          throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
    }
  });
});

test("the tables of exceptions name existing pages and files", () => {
  const named = [...Object.keys(NOT_RUN), ...Object.keys(NOT_TYPED), ...Object.keys(TEXT)];
  const known = new Set(pages.map(({ page }) => page));
  expect(named.filter((page) => !known.has(page))).toEqual([]);
  for (const reason of Object.values(NOT_RUN)) {
    const [file] = /test\/docs\/\S+\.ts/.exec(reason) ?? [];
    if (file !== undefined) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  }
  expect(Object.keys(weakChecks).filter((language) => checks[language] === undefined)).toEqual([]);
});
