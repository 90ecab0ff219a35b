import { validate, type CheckOptions, type Finding, type Severity } from "@usdkit/validate";
import { isLayer, isUsdaSource } from "../matcher/read-scene.ts";
import { escapeText } from "../show/escape.ts";
import { counted } from "@usdkit/base";
import { failure, heading, type Matcher } from "../matcher/matcher.ts";

/** Options of {@link SceneMatchers.toHaveNoFindings}: those of `validate`, and the lowest severity to report. */
export interface FindingOptions extends CheckOptions {
  /** Lowest severity to report. Default `info`: every finding. */
  readonly severity?: Severity | undefined;
}

const order: readonly Severity[] = ["info", "warning", "error"];
/** Maximum number of findings in a message. */
const MAX_FINDINGS = 30;

/** {@link SceneMatchers.toHaveNoFindings} */
export const toHaveNoFindings: Matcher<[options?: FindingOptions]> = function (received, options = {}) {
  const title = heading(
    this,
    "toHaveNoFindings",
    options.profile === undefined ? "" : `{ profile: "${options.profile}" }`,
  );
  const source = isUsdaSource(received) ? received.toUsda() : received;
  if (typeof source !== "string" && !(source instanceof Uint8Array) && !isLayer(source)) {
    return failure(
      this,
      () => `${title}\n\nThis is not a scene: expected USDA text, bytes, a layer, or an object with toUsda().`,
    );
  }
  const { severity: mildest = "info", ...rest } = options;
  const counts = ({ severity }: Finding): boolean => order.indexOf(severity) >= order.indexOf(mildest);
  const findings = validate(source, rest).filter(counts);
  const message = (): string =>
    findings.length === 0
      ? `${title}\n\nThe scene has no findings, and should have some.`
      : `${title}\n\n${counted(findings.length, "finding")}:\n\n${showFindings(findings)}\n`;
  return { pass: findings.length === 0, message: () => escapeText(message()) };
};

function showFindings(findings: readonly Finding[]): string {
  const lines = findings.slice(0, MAX_FINDINGS).map(({ severity, rule, message, start, primPath, property }) => {
    const place = `${primPath}${property === null ? "" : `.${property}`}`;
    return `  ${start.line}:${start.column}  ${severity}  ${rule}  ${message}  (${place})`;
  });
  const rest = findings.length - lines.length;
  return [...lines, ...(rest > 0 ? [`  … and ${rest} more`] : [])].join("\n");
}
