import { validate, type CheckOptions, type Finding } from "@usdkit/validate";
import { SceneInvalidError } from "./scene-invalid-error.ts";

/** How a scene is checked before it is sent. */
export interface SendingOptions {
  /** False sends it as it is; default true. */
  readonly validate?: boolean | undefined;
  /** Levels of rules, the server's largest resolution, known mesh ids, rules of one's own: see `CheckOptions`. */
  readonly check?: Omit<CheckOptions, "profile" | "base"> | undefined;
  /** Called for each finding that is no error. */
  readonly onWarning?: ((finding: Finding) => void) | undefined;
}

/**
 * What every scene and patch goes through before it is sent.
 *
 * @param use What it is checked as, and for a patch the scene that it belongs to.
 * @throws SceneInvalidError Where there are errors; warnings are told before.
 */
export function refuseInvalid(
  bytes: Uint8Array,
  use: Pick<CheckOptions, "profile" | "base">,
  { validate: isChecked = true, check, onWarning }: SendingOptions,
): void {
  if (!isChecked) return;
  const findings = validate(bytes, { ...check, ...use });
  const errors = findings.filter(({ severity }) => severity === "error");
  for (const finding of findings) if (finding.severity !== "error") onWarning?.(finding);
  if (errors.length > 0) throw new SceneInvalidError(use.profile === "patch" ? "patch" : "scene", errors);
}
