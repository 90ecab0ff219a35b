import type { Layer } from "@usdkit/layer";
import { checkScene, type CheckOptions, type Finding } from "@usdkit/validate";
import { SceneInvalidError } from "./scene-invalid-error.ts";

/** Options of checking a scene before it is sent. */
export interface SendingOptions {
  /** False sends it unchecked; default true. */
  readonly validate?: boolean | undefined;
  /** Rule levels, the server's maximum resolution, known mesh ids, custom rules: see `CheckOptions`. */
  readonly check?: Omit<CheckOptions, "profile" | "base"> | undefined;
  /** Called for each finding below error level. */
  readonly onWarning?: ((finding: Finding) => void) | undefined;
}

/**
 * Checks a scene or patch before it is sent, and returns its layer, so that the text is parsed only once; undefined
 * if the check is disabled.
 *
 * @param use The intended use, and for a patch the scene that it belongs to.
 * @throws SceneInvalidError if there are errors, after the warnings were reported
 */
export function refuseInvalid(
  bytes: Uint8Array,
  use: Pick<CheckOptions, "profile" | "base">,
  { validate: isChecked = true, check, onWarning }: SendingOptions,
): Layer | undefined {
  if (!isChecked) return undefined;
  const { findings, layer } = checkScene(bytes, { ...check, ...use });
  const errors = findings.filter(({ severity }) => severity === "error");
  for (const finding of findings) if (finding.severity !== "error") onWarning?.(finding);
  if (errors.length > 0) throw new SceneInvalidError(use.profile === "patch" ? "patch" : "scene", errors);
  return layer;
}
