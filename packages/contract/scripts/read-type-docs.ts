// Reads the docstrings of exported interfaces and type aliases: the descriptions of the OpenAPI document's schemas.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type ESTree } from "rolldown/utils";
import type { TypeDoc } from "../src/openapi.ts";

/** A type as declared in a source file: its fields may be inherited. */
interface ReadType {
  description: string;
  fields: Record<string, string>;
  bases: string[];
}

/** Returns the docstrings of the types below `src` that are listed in `names`. */
export function readTypeDocs(src: string, names: Iterable<string>): Record<string, TypeDoc> {
  const types = new Map<string, ReadType>();
  for (const path of globSync("**/*.ts", { cwd: src, exclude: ["**/*.test.ts"] }).toSorted()) {
    readTypes(readFileSync(join(src, path), "utf8"), types);
  }
  const docs: Record<string, TypeDoc> = {};
  for (const name of [...names].toSorted()) {
    const type = types.get(name);
    if (type !== undefined) docs[name] = { description: type.description, fields: fieldsOf(type, types) };
  }
  return docs;
}

function fieldsOf(type: ReadType, types: ReadonlyMap<string, ReadType>): Record<string, string> {
  const inherited = type.bases.flatMap((base) => {
    const found = types.get(base);
    return found === undefined ? [] : [fieldsOf(found, types)];
  });
  return Object.assign({}, ...inherited, type.fields) as Record<string, string>;
}

function readTypes(text: string, into: Map<string, ReadType>): void {
  const { program, comments, errors } = parseSync("types.ts", text);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const docAt = (start: number): string => {
    const comment = comments.findLast(({ end }) => end <= start);
    const isOurs = comment?.value.startsWith("*") === true && text.slice(comment.end, start).trim() === "";
    return isOurs ? plain(comment.value) : "";
  };
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) continue;
    const { declaration } = statement;
    const description = docAt(statement.start);
    if (declaration.type === "TSInterfaceDeclaration") {
      const bases = declaration.extends.flatMap(({ expression }) => nameOf(expression) ?? []);
      const fields = declaration.body.body.flatMap((member) => {
        if (member.type !== "TSPropertySignature") return [];
        const doc = docAt(member.start);
        return doc === "" ? [] : [[fieldName(member.key), doc] as const];
      });
      into.set(declaration.id.name, { description, fields: Object.fromEntries(fields), bases });
    } else if (declaration.type === "TSTypeAliasDeclaration") {
      const { typeAnnotation } = declaration;
      const base = typeAnnotation.type === "TSTypeReference" ? nameOf(typeAnnotation.typeName) : undefined;
      into.set(declaration.id.name, { description, fields: {}, bases: base === undefined ? [] : [base] });
    }
  }
}

function nameOf(node: ESTree.Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}

function fieldName(key: ESTree.Node): string {
  if (key.type === "Identifier") return key.name;
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  throw new Error(`a field's name of an unknown form: ${key.type}`);
}

/** Returns the text of a docstring before its first tag, one line per paragraph; links become names. */
function plain(comment: string): string {
  const lines = comment
    .slice(1)
    .split("\n")
    .map((line) => line.trim().replace(/^\* ?/, "").trim());
  const tag = lines.findIndex((line) => line.startsWith("@"));
  return (tag < 0 ? lines : lines.slice(0, tag))
    .join("\n")
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll("\n", " ").replaceAll(/\{@link (\w+)\}/g, "`$1`"))
    .join("\n\n");
}
