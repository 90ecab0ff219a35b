import { SpatialError } from "@usdkit/client";
import type { Finding } from "@usdkit/validate";

/** Maximum findings in a message; further ones are only counted. */
const SHOWN = 20;

/** A scene or patch has errors: nothing was sent. */
export class SceneInvalidError extends SpatialError {
  override readonly name = "SceneInvalidError";
  /** All findings at error level, with lines and columns, in the order of the text. */
  readonly findings: readonly Finding[];

  constructor(what: "scene" | "patch", findings: readonly Finding[]) {
    const lines = findings
      .slice(0, SHOWN)
      .map(({ start, rule, message }) => `\n  ${start.line}:${start.column} ${rule}: ${message}`);
    const count = `${findings.length} ${findings.length === 1 ? "error" : "errors"}`;
    const more = findings.length > SHOWN ? `\n  … and ${findings.length - SHOWN} more` : "";
    super(`The ${what} has ${count}, and was not sent:${lines.join("")}${more}`);
    this.findings = findings;
  }
}
