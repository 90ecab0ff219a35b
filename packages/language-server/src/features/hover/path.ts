/** The prim or property that a path leads to. */
import type { Spec } from "@usdkit/layer";
import { codeSpan, escapeMarkdown } from "../../protocol/markdown.ts";
import { resolveAsset } from "../../protocol/uris.ts";
import { findTarget, pathAt } from "../../scene/path-at.ts";
import type { HoverContext, HoverProvider } from "./provider.ts";

const MAX_CHILDREN = 8;

export const path: HoverProvider = async (context) => {
  const target = pathAt(context);
  if (target === undefined) return undefined;
  const { document, session } = context;
  let { layer } = document;
  let where = "";
  if (target.asset !== undefined && target.asset !== "") {
    const uri = resolveAsset(document.uri, target.asset);
    const file = uri === undefined ? undefined : await session.layer(uri);
    if (file === undefined) {
      const reason = await reasonOf(session, uri);
      const markdown = `${codeSpan(target.path)} of ${codeSpan(target.asset)}${reason}`;
      return { markdown, range: target.nameRange };
    }
    layer = file.layer;
    where = ` in ${codeSpan(target.asset)}`;
  }
  const spec = findTarget(layer, target.path);
  const markdown =
    spec === undefined
      ? `${codeSpan(target.path)}\n\nThe layer${where} does not define it; it may come from a composition arc.`
      : `${describeSpec(spec)}${where}`;
  return { markdown, range: target.nameRange };
};

/** Says why a file has no layer; nothing for names that are not files. */
async function reasonOf({ host }: HoverContext["session"], uri: string | undefined): Promise<string> {
  if (uri === undefined) return "";
  const status = await host.status(uri);
  if (status === undefined) return "\n\nThe file does not exist, or may not be read.";
  return status.kind === "folder" ? "\n\nA folder." : "\n\nThe file may not be read, or is too large to be read here.";
}

/** Returns the head of a spec, and what is below it. */
function describeSpec(spec: Spec): string {
  switch (spec.specType) {
    case "prim": {
      const { specifier, typeName, children, properties, path: primPath } = spec;
      const head = [specifier, typeName, JSON.stringify(spec.name)].filter((word) => word !== "").join(" ");
      const names = children.slice(0, MAX_CHILDREN).map((child) => codeSpan(child.name));
      const more = children.length > MAX_CHILDREN ? `, and ${children.length - MAX_CHILDREN} more` : "";
      const below = names.length === 0 ? "" : `\n\nChildren: ${names.join(", ")}${more}`;
      const count =
        properties.length === 0
          ? ""
          : `\n\n${properties.length} ${properties.length === 1 ? "property" : "properties"}`;
      return `${codeSpan(head)}\n\n${escapeMarkdown(primPath)}${count}${below}`;
    }
    case "attribute":
      return `${codeSpan(`${spec.typeName} ${spec.name}`)}\n\n${escapeMarkdown(spec.path)}`;
    case "relationship":
      return `${codeSpan(`rel ${spec.name}`)}\n\n${escapeMarkdown(spec.path)}`;
    case "pseudoRoot":
      return "The root of the layer";
    default:
      return `${codeSpan(spec.name)}\n\n${escapeMarkdown(spec.path)}`;
  }
}
