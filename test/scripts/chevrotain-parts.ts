// The parts of chevrotain that run in the parser, as one module: without its lexer, the recording and analysis of rules
// (their result is `lookahead.generated.ts`), syntax trees, error recovery and messages, which are three quarters of its code.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "packages/usda");

/** The module, from the root of the repository. */
export const CHEVROTAIN_PARTS = "packages/usda/src/grammar/chevrotain/chevrotain.generated.ts";

/**
 * Modules of chevrotain that are replaced: by what its parser calls or reads of them when it is constructed. Other exports
 * are undefined, so that a call of one, after an update, is a failure.
 */
const REPLACED: Readonly<Record<string, string>> = {
  "scan/lexer_public": "export const Lexer = { NA: /NOT_APPLICABLE/ };",
  "parse/parser/traits/gast_recorder":
    "export class GastRecorder { initGastRecorder() { this.RECORDING_PHASE = false; } }",
  "parse/parser/traits/recoverable": "export class Recoverable { initRecoverable() { this.recoveryEnabled = false; } }",
  "parse/parser/traits/tree_builder":
    "export class TreeBuilder { initTreeBuilder() { this.outputCst = false; } cstInvocationStateUpdate() {} cstFinallyStateUpdate() {} }",
  "parse/errors_public": "",
  "parse/grammar/checks": "",
  "parse/grammar/follow": "",
  "parse/grammar/gast/gast_resolver_public": "",
  "parse/grammar/interpreter": "",
  "parse/grammar/llk_lookahead": "",
  "parse/grammar/lookahead": "",
  // The model of rules, a package of its own.
  gast: "export class GAstVisitor {}",
};

const ENTRY = "\0entry";
const EXPORTED = /^export (?:class|const|function|let|var) (\w+)/gmu;
const LISTED = /^export \{([^}]*)\}/gmu;

/** Bundles the parts; returns the text of their module. */
export async function bundleChevrotain(): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    cwd: folder,
    platform: "neutral",
    plugins: [
      {
        name: "parts",
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) =>
          id === ENTRY
            ? 'export { EmbeddedActionsParser, EOF, VERSION, createToken } from "chevrotain";'
            : replaced(id),
      },
    ],
    resolve: { alias: { chevrotain: createRequire(join(folder, "package.json")).resolve("chevrotain") } },
    onLog(level, log) {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const { output } = await build.generate({ format: "esm", comments: false });
  await build.close();
  const [{ code, exports, imports, moduleIds }] = output;
  if (output.length !== 1 || imports.length > 0) throw new Error(`chevrotain imports ${imports.join(", ")}`);
  return `${heading(moduleIds)}${typed(code, exports)}`;
}

/** The source that replaces a module; undefined for one that is kept. */
function replaced(id: string): string | undefined {
  const [, name] = /\/(?:chevrotain\/lib\/src\/(.*)|@chevrotain\/gast\/lib\/src\/api)\.js$/u.exec(id) ?? [];
  const isReplaced = name === undefined ? id.includes("/@chevrotain/gast/") : name in REPLACED;
  if (!isReplaced) return undefined;
  const source = REPLACED[name ?? "gast"] ?? "";
  const own = new Set(exportsOf(source));
  const others = exportsOf(readFileSync(id, "utf8")).filter((each) => !own.has(each));
  return [source, ...others.map((each) => `export const ${each} = undefined;`)].join("\n");
}

function exportsOf(text: string): string[] {
  const listed = Array.from(text.matchAll(LISTED), ([, names = ""]) => names.split(",").map((name) => name.trim()));
  const names = [...Array.from(text.matchAll(EXPORTED), ([, name = ""]) => name), ...listed.flat()];
  return names.filter((name) => name !== "");
}

/** The packages that a module is part of; a licence asks that changes are named. */
function heading(moduleIds: readonly string[]): string {
  const kept = moduleIds.filter((id) => id !== ENTRY && replaced(id) === undefined);
  const folders = new Set(kept.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(id)?.[0] ?? []));
  const names = Array.from(folders, (each) => {
    const { name, version, license } = JSON.parse(readFileSync(join(each, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license: string;
    };
    return `${name} ${version} (${license})`;
  });
  return `// Parts of ${names.toSorted().join(", ")}, by \`npx -y pnpm@12 run chevrotain\`.
// Modules that the parser does not use are left out or empty. Not to be changed by hand.

// @ts-nocheck
/* oxlint-disable */
import type { ChevrotainParser, ParserConfig, TokenConfig, TokenType } from "./chevrotain-types.ts";
`;
}

/** The code with the types of its exports, and with names of modules that do not depend on the folder they are in. */
function typed(code: string, exports: readonly string[]): string {
  const types: Readonly<Record<string, string>> = {
    EOF: "TokenType",
    EmbeddedActionsParser: "new (tokens: readonly TokenType[], config: ParserConfig) => ChevrotainParser",
    VERSION: "string",
    createToken: "(config: TokenConfig) => TokenType",
  };
  const lines = code.split("\n").map((line) => line.replace(/^\/\/ .*\/node_modules\//u, "// "));
  const last = lines.findLastIndex((line) => line.startsWith("export {"));
  const inner = new Map(
    (/^export \{(.*)\};$/u.exec(lines[last] ?? "")?.[1] ?? "").split(",").map((part): [string, string] => {
      const [name = "", exported = name] = part.trim().split(" as ");
      return [exported, name];
    }),
  );
  const typedExports = exports.toSorted().map((name) => {
    if (types[name] === undefined || inner.get(name) === undefined) throw new Error(`${name} has no type`);
    return `const typed${name}: ${types[name]} = ${inner.get(name)};`;
  });
  const names = exports.toSorted().map((name) => `typed${name} as ${name}`);
  return `${[...lines.slice(0, last), ...typedExports].join("\n")}\nexport { ${names.join(", ")} };\n`;
}

/** The folders of the packages that the module is made of. */
export function chevrotainFolders(): string[] {
  const first = readFileSync(join(root, CHEVROTAIN_PARTS), "utf8").split("\n", 1)[0] ?? "";
  const names = Array.from(first.matchAll(/(\S+) \d[\w.-]* \(/gu), ([, name = ""]) => name);
  const { resolve: find } = createRequire(join(folder, "package.json"));
  const chevrotain = resolve(dirname(find("chevrotain")), "../..");
  return names.map((name) => (name === "chevrotain" ? chevrotain : resolve(chevrotain, "..", name)));
}
