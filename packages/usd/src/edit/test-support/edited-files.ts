/** Stages of texts in memory, and what edits make of them. */
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { memoryResolver } from "../../resolve/path-resolver.ts";
import { Stage } from "../../stage/stage.ts";
import type { StageEdit } from "../stage-edit.ts";

/** Texts of layers without their first line, by name; `root.usda` is the root. */
export type Files = Readonly<Record<string, string>>;

/** Opens the stage of files. */
export async function openFiles(files: Files): Promise<Stage> {
  const contents = new Map(Object.entries(files).map(([name, text]) => [name, encodeUtf8(`#usda 1.0\n${text}`)]));
  return await Stage.open("root.usda", { resolver: memoryResolver(contents) });
}

/** Edits a stage, and returns the texts of the layers that changed and the prims of the stage. */
export async function edited(
  files: Files,
  ...edits: readonly StageEdit[]
): Promise<{ texts: Files; prims: readonly string[] }> {
  const stage = await openFiles(files);
  const { layers } = await stage.edit({}, edits);
  const texts = layers.map(({ document, after }) => {
    const text = decodeUtf8(after.text, 0, after.text.length).replace("#usda 1.0\n", "");
    return [document.stageLayer.identifier, text] as const;
  });
  return { texts: Object.fromEntries(texts), prims: [...stage.traverse()] };
}
