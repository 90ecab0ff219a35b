/** What list operations do, and what arcs are made of, while they are typed. */
import { listOperationWords, lookupMetadata } from "@usdkit/usda";
import type { SignatureHelp } from "vscode-languageserver-types";
import { contextAt, type DocumentContext } from "../scene/document-context.ts";
import { metadataKind } from "../syntax/cursor.ts";
import { onDocument, type Feature } from "./feature.ts";

/** Sources: SdfListOp; OpenUSD glossary, "List Editing". */
const OPERATIONS: Readonly<Record<string, string>> = {
  "": "Sets the whole list: items of weaker opinions are dropped.",
  prepend: "Puts the items before those of weaker opinions.",
  append: "Puts the items after those of weaker opinions.",
  delete: "Removes the items from what weaker opinions list.",
  add: "Adds the items that weaker opinions do not list. Old: use prepend or append.",
  reorder: "Sorts the items that weaker opinions list. Old.",
};

const ITEMS: Readonly<Record<string, string>> = {
  referenceListOp: "@asset@</Prim> (offset = 0; scale = 1)",
  payloadListOp: "@asset@</Prim> (offset = 0; scale = 1)",
  pathListOp: "</Path>",
  tokenListOp: '"token"',
  stringListOp: '"text"',
  int64ListOp: "1",
};

export const signatureHelp: Feature = {
  capabilities: { signatureHelpProvider: { triggerCharacters: [" ", "=", "[", ",", "@", "<"] } },
  register(session) {
    session.connection.onSignatureHelp(
      onDocument(session, null, async (document, { position }) => {
        const settings = await session.settings(document.uri);
        return signatureAt(contextAt(document, settings, document.offsetAt(position))) ?? null;
      }),
    );
  },
};

function signatureAt(context: DocumentContext): SignatureHelp | undefined {
  const { cursor, textOf } = context;
  const isInList = cursor.brackets.at(-1)?.kind === "list";
  const tokens = isInList ? cursor.brackets[cursor.brackets.length - 1].head : cursor.before;
  const brackets = isInList ? cursor.brackets.slice(0, -1) : cursor.brackets;
  const words = tokens.filter(({ type }) => type === "word" || type === "mark").map(textOf);
  const [first] = words;
  if (first === undefined) return undefined;
  const operation = listOperationWords.has(first) ? first : "";
  const isOrder = first === "reorder" && ["nameChildren", "properties", "rootPrims"].includes(words[1]);
  if (isOrder) return help(`reorder ${words[1]} = ["name", …]`, "Sorts children or properties by name.", words);

  const names = words.filter((word) => word !== "=" && word !== operation);
  const kind = metadataKind({ ...cursor, brackets }, textOf);
  if (kind !== undefined) {
    const name = names[0] ?? "";
    const found = lookupMetadata(kind, name);
    const type = found.kind === "field" || found.kind === "keyword" ? found.field.type : "";
    const item = ITEMS[type];
    if (item === undefined) {
      const isBegun = operation !== "" && name === "";
      return isBegun ? help(`${operation} field = [item, …]`, OPERATIONS[operation], words) : undefined;
    }
    return help(`${[operation, name].join(" ").trim()} = [${item}, …]`, OPERATIONS[operation], words);
  }
  const isRelationship = names.includes("rel");
  const isConnection = names.includes("connect");
  if (!isRelationship && !isConnection) return undefined;
  const name = names[names.indexOf("rel") + 1] ?? "name";
  const head = isConnection ? names.join(" ").replace(" . ", ".") : `rel ${name}`;
  return help(`${[operation, head].join(" ").trim()} = [</Path>, …]`, OPERATIONS[operation], words);
}

/** The parameters are the name before `=` and the list after it. */
function help(label: string, documentation: string, words: readonly string[]): SignatureHelp {
  const [before, after] = label.split(" = ");
  return {
    signatures: [
      {
        label,
        documentation: { kind: "markdown", value: documentation },
        parameters: [{ label: [0, before.length] }, { label: [label.length - (after?.length ?? 0), label.length] }],
      },
    ],
    activeSignature: 0,
    activeParameter: words.includes("=") ? 1 : 0,
  };
}
