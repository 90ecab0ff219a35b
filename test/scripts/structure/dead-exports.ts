import { posix } from "node:path";
import { Visitor } from "rolldown/utils";
import type { OwnImports } from "./folder-cycles.ts";
import { lineOf } from "../parse-module.ts";
import type { SourceFile } from "./source-files.ts";

/** What other files import of a file: names, or all of it. */
type Uses = Map<string, Set<string> | "all">;

type ExportNode = Extract<SourceFile["program"]["body"][number], { type: "ExportNamedDeclaration" }>;
type Declaration = NonNullable<ExportNode["declaration"]>;

/** What programs of others call: VS Code calls these functions of the extension. */
const calledByOthers: readonly string[] = ["packages/vscode/src/extension.ts"];

/**
 * Finds functions, classes and constants that a package's source exports and no other file imports, tests included, and types
 * that no file mentions. A type that a signature of its own file mentions may be exported without an import.
 *
 * @param entries files whose exports are for others, relative to the root; `*` stands for any path
 */
export function deadExports(files: readonly SourceFile[], own: OwnImports, entries: readonly string[]): string[] {
  const uses: Uses = new Map();
  for (const file of files) collectUses(file, own, uses);
  const isPublic = (path: string): boolean =>
    [...entries, ...calledByOthers].some((entry) => posix.matchesGlob(path, entry.replace("*", "**/*")));
  return files.flatMap((file) => {
    if (!/^packages\/[^/]+\/src\//u.test(file.path) || file.path.endsWith(".test.ts") || isPublic(file.path)) return [];
    const used = uses.get(file.path);
    if (used === "all") return [];
    return exportsOf(file)
      .filter(({ name }) => used?.has(name) !== true)
      .map(({ name, line }) => `${file.path}:${line}: no other file imports ${name}`);
  });
}

/** Names that a file exports where it declares them: of types only those that it does not mention again. */
function exportsOf({ program, text }: SourceFile): { name: string; line: number }[] {
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) return [];
    const { declaration } = node;
    const isType = declaration.type === "TSInterfaceDeclaration" || declaration.type === "TSTypeAliasDeclaration";
    return namesOf(declaration)
      .filter((name) => !isType || text.split(new RegExp(`\\b${name}\\b`, "u")).length === 2)
      .map((name) => ({ name, line: lineOf(text, node.start) }));
  });
}

function namesOf(declaration: Declaration): string[] {
  if (declaration.type === "VariableDeclaration") {
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

function collectUses(file: SourceFile, own: OwnImports, uses: Uses): void {
  const use = (source: { type: string; value?: unknown } | null, names: readonly string[] | "all"): void => {
    if (source?.type !== "Literal" || typeof source.value !== "string") return;
    for (const path of targets(file.path, source.value, own)) {
      const known = uses.get(path);
      uses.set(path, names === "all" || known === "all" ? "all" : new Set([...(known ?? []), ...names]));
    }
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      const named = specifiers.flatMap((one) => (one.type === "ImportSpecifier" ? [nameOf(one.imported)] : []));
      use(source, named.length < specifiers.length ? "all" : named);
    },
    ExportNamedDeclaration: ({ source, specifiers }) =>
      use(
        source,
        specifiers.map((one) => nameOf(one.local)),
      ),
    ExportAllDeclaration: ({ source }) => use(source, "all"),
    ImportExpression: ({ source }) => use(source, "all"),
    TSImportType: ({ source }) => use(source, "all"),
    NewExpression: ({ callee, arguments: [path] }) => {
      if (callee.type === "Identifier" && callee.name === "URL" && path !== undefined) use(path, "all");
    },
  }).visit(file.program);
}

function nameOf(name: { type: string; name?: string; value?: unknown }): string {
  return name.name ?? String(name.value);
}

function targets(from: string, specifier: string, own: OwnImports): string[] {
  if (specifier.startsWith(".")) return [posix.normalize(posix.join(posix.dirname(from), specifier))];
  const [, folder] = /^packages\/([^/]+)\//u.exec(from) ?? [];
  if (folder === undefined) return [];
  return (own.get(folder)?.get(specifier) ?? []).map((path) => posix.normalize(`packages/${folder}/${path}`));
}
