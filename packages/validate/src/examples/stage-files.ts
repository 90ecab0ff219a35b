/** Texts of the examples of stage rules. */
import type { StageLimits } from "../rule/limits.ts";
import type { BadStageExample, StageExample } from "../rule/stage-rule.ts";

/** Returns a layer with a header; `metadata` is that of the layer. */
export function layerText(body: string, metadata = ""): string {
  const fields = metadata === "" ? "" : `(\n    ${metadata}\n)\n`;
  return `#usda 1.0\n${fields}\n${body}\n`;
}

/** Returns a prim with metadata. */
export function primText(name: string, metadata: string, body = ""): string {
  return `def Xform "${name}" (\n    ${metadata}\n)\n{\n${body}}`;
}

/** Options of the examples of one layer. */
export interface SceneOptions {
  /** Metadata of the layer. */
  readonly metadata?: string | undefined;
  readonly limits?: StageLimits | undefined;
  /** Further files. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
}

/** A bad example of one layer, with its fix. */
export interface BadSceneOptions extends SceneOptions {
  /** Of the rule, as `line:column severity: message`, with `layer:` before it if it is another one. */
  readonly found: readonly string[];
  /** The body after the fixes; null if none applies, undefined for rules without fixes. */
  readonly fixed?: string | null | undefined;
  /** The metadata after the fixes, if they change them. */
  readonly fixedMetadata?: string | undefined;
}

const STAGE = "stage.usda";

/** Returns an example of one layer, `stage.usda`. */
export function scene(title: string, body: string, { metadata, limits, files }: SceneOptions = {}): StageExample {
  return { title, files: { [STAGE]: layerText(body, metadata), ...files }, limits };
}

/** Returns an example of one layer with findings. */
export function badScene(
  title: string,
  body: string,
  { found, fixed, metadata, fixedMetadata = metadata, limits, files }: BadSceneOptions,
): BadStageExample {
  return {
    ...scene(title, body, { metadata, limits, files }),
    found: found.map((each) => (/^\d/u.test(each) ? `${STAGE}:${each}` : each)),
    fixed: fixed === undefined ? undefined : fixed === null ? {} : { [STAGE]: layerText(fixed, fixedMetadata) },
  };
}

/** Returns a prim with a body of statements, each on a line of its own. */
export function defText(header: string, ...statements: readonly string[]): string {
  const body = statements.map((each) => `${each.replaceAll(/^(?=.)/gmu, "    ")}\n`).join("");
  return `${header}\n{\n${body}}`;
}
