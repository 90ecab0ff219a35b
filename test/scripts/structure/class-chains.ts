import { posix } from "node:path";
import { Visitor } from "rolldown/utils";
import type { ESTree } from "rolldown/utils";
import { lineOf } from "../parse-module.ts";
import type { SourceFile } from "./source-files.ts";

interface Class {
  name: string;
  path: string;
  line: number;
  /** The name of what it extends, and the file that it comes from, if the import names one. */
  base: { name: string; path: string | undefined } | undefined;
}

/**
 * Finds the classes that extend one another more than `maxDepth` deep, each as `path:line: A extends B extends C`.
 * Classes of libraries and of the language do not count.
 */
export function deepClassChains(files: readonly SourceFile[], maxDepth: number): string[] {
  const classes = files.flatMap(classesOf);
  const byName = Map.groupBy(classes, ({ name }) => name);
  const baseOf = ({ base }: Class): Class | undefined => {
    const named = byName.get(base?.name ?? "");
    return named?.find(({ path }) => path === base?.path) ?? (base?.path === undefined ? named?.[0] : undefined);
  };
  return classes.flatMap((start) => {
    const chain = [start];
    for (let next = baseOf(start); next !== undefined && !chain.includes(next); next = baseOf(next)) chain.push(next);
    return chain.length > maxDepth
      ? [`${start.path}:${start.line}: ${chain.map(({ name }) => name).join(" extends ")}`]
      : [];
  });
}

function classesOf({ path, text, program }: SourceFile): Class[] {
  const classes: Class[] = [];
  const imported = importedNames(path, program);
  const add = (node: ESTree.Class): void => {
    const base = baseName(node.superClass);
    classes.push({
      name: node.id?.name ?? "(anonymous)",
      path,
      line: lineOf(text, node.start),
      base: base === undefined ? undefined : (imported.get(base) ?? { name: base, path }),
    });
  };
  new Visitor({ ClassDeclaration: add, ClassExpression: add }).visit(program);
  return classes;
}

/** Maps each local name of an import to its exported name and, if the specifier is relative, to that file. */
function importedNames(path: string, program: SourceFile["program"]): Map<string, NonNullable<Class["base"]>> {
  const names = new Map<string, NonNullable<Class["base"]>>();
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      const from = source.value.startsWith(".") ? posix.join(posix.dirname(path), source.value) : undefined;
      for (const specifier of specifiers) {
        if (specifier.type !== "ImportSpecifier") continue;
        const { imported, local } = specifier;
        names.set(local.name, { name: imported.type === "Identifier" ? imported.name : imported.value, path: from });
      }
    },
  }).visit(program);
  return names;
}

/** Returns the name of the class in an `extends` clause; of `mixin(Base)` it is `Base`. */
function baseName(base: ESTree.Expression | null): string | undefined {
  if (base?.type === "Identifier") return base.name;
  if (base?.type === "CallExpression") {
    return base.arguments.map((argument) => (argument.type === "Identifier" ? argument.name : undefined))[0];
  }
  return undefined;
}
