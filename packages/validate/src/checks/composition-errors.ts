/** Findings from composition errors: what a stage rule shares with others about errors. */
import type { CompositionError, CompositionErrorCode } from "@usdkit/usd";
import type { PropertyOfError, StageRuleContext, StageRuleListeners } from "../rule/stage-rule.ts";

/** Asset paths that lead to no file: of other machines, or of the resolver of a site. */
const URL_LIKE = /^[a-z][a-z\d+.-]+:/iu;
const SERVICE_MESH = /^[a-z][a-z\d+.-]*:\/mesh\//iu;

/** Whether a path leads to another machine, or needs the resolver of a site. */
export function isUrl(assetPath: string): boolean {
  return URL_LIKE.test(assetPath);
}

/** Whether a path is that of a mesh of the service, which composition does not open. */
export function isServiceMesh(assetPath: string): boolean {
  return SERVICE_MESH.test(assetPath);
}

/** Whether the name of a file is that of a layer, or of a package. */
export function isLayerName(assetPath: string): boolean {
  return /\.usd[acz]?(?:\]|$)/iu.test(assetPath);
}

/** Whether an asset path or a selection is a variable expression. */
export function isExpression(text: string): boolean {
  return text.startsWith("`");
}

/**
 * Returns listeners that report the errors with a code of the table; each code has its hint.
 *
 * @param sameAs returns the checks of other validators that report an error of a property; default: those of the rule
 */
export function reportErrors(
  { report }: StageRuleContext,
  hints: Readonly<Partial<Record<CompositionErrorCode, string>>>,
  sameAs?: (property: PropertyOfError) => readonly string[],
): StageRuleListeners {
  return {
    error(error, property) {
      const hint = hints[error.code];
      if (hint === undefined || error.statement === undefined) return;
      const checks = property === undefined ? undefined : sameAs?.(property);
      report({ message: sentence(error), code: error.code, hint, at: error.statement, sameAs: checks });
    },
  };
}

/** Returns the message of an error as a sentence with a period. */
function sentence({ message }: CompositionError): string {
  const text = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`;
  return text.endsWith(".") ? text : `${text}.`;
}
