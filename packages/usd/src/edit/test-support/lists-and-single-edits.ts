/** Compares lists of random edits with the same edits made one after the other. */
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import * as fc from "fast-check";
import { expect } from "vitest";
import { memoryResolver } from "../../resolve/path-resolver.ts";
import { Stage } from "../../stage/stage.ts";
import type { StageEditOptions } from "../edit-result.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { StageEdit } from "../stage-edit.ts";

/** Layers by name; `root.usda` is the root layer. */
export type Layers = Readonly<Record<string, string>>;

/** Which lists are compared. */
export interface Lists {
  readonly layers: Layers;
  readonly edit: fc.Arbitrary<StageEdit>;
  readonly options?: StageEditOptions;
  readonly seed: number;
  /** Edits that can be made, in the list. */
  readonly length: number;
}

/** Makes a list of edits at once and one after the other: texts, prims and errors are the same, and undo gives the bytes before. */
export async function expectSameAsSingleEdits({ layers, edit, options = {}, seed, length }: Lists): Promise<void> {
  const open = async (): Promise<Stage> => {
    const files = new Map(Object.entries(layers).map(([name, text]) => [name, encodeUtf8(text)]));
    return await Stage.open("root.usda", { resolver: memoryResolver(files) });
  };
  const textsOf = (stage: Stage): readonly string[] =>
    stage.layers.map(({ identifier }) => {
      const { text } = stage.layer(identifier);
      return decodeUtf8(text, 0, text.length);
    });
  const alone = await open();
  const before = textsOf(alone);
  const made: StageEdit[] = [];
  let failure: { readonly error: StageEditError; readonly edits: readonly StageEdit[] } | undefined;
  for (const each of fc.sample(edit, { seed, numRuns: length * 3 })) {
    try {
      await alone.edit(options, [each]);
      made.push(each);
    } catch (error) {
      if (!(error instanceof StageEditError)) throw error;
      failure ??= { error, edits: [...made, each] };
    }
    if (made.length === length) break;
  }
  const together = await open();
  const { undo } = await together.edit(options, made);
  expect(textsOf(together).slice(0, before.length), `seed ${seed}`).toEqual(textsOf(alone).slice(0, before.length));
  expect([...together.traverse()]).toEqual([...alone.traverse()]);
  await undo();
  expect(textsOf(together).slice(0, before.length)).toEqual(before);
  if (failure === undefined) return;
  const { error, edits } = failure;
  const failed = (await open()).edit(options, edits);
  await expect(failed, `seed ${seed}`).rejects.toMatchObject({ message: error.message, index: edits.length - 1 });
}
