/** Checks values and children of a crate, so that what is looked at later is sound. */
import type { CrateDiagnostic } from "../diagnostics/types.ts";
import { CrateError } from "../diagnostics/types.ts";
import type { CrateModel, TokenRange } from "../layer/crate-model.ts";
import { KnownField, SpecNumber } from "../layer/known-fields.ts";
import { END_OF_SET } from "../structure/structure.ts";
import { ValueChecker } from "../values/value-checker.ts";

const MAX_DIAGNOSTICS = 100;

/**
 * Adds what is damaged to `diagnostics`.
 *
 * @throws CrateError when a limit is exceeded: nothing of the file should be looked at then
 */
export function checkModel(model: CrateModel, diagnostics: CrateDiagnostic[], checksArrays: boolean): void {
  const { fieldReps, fieldSets, specFields, specPaths, specSection } = model.structure;
  const report = (error: CrateError): void => {
    if (error.code === "USDC_LIMIT") throw error;
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(error.toDiagnostic());
  };
  const checker = new ValueChecker(model.values, checksArrays);
  for (let i = 0; i < fieldReps.length; i += 2) {
    try {
      checker.check(fieldReps[i], fieldReps[i + 1]);
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      report(error);
    }
  }
  reportNames(model, report);
  if (model.index.root < 0) report(new CrateError("USDC_SPEC", specSection.start, 'There is no spec for the root "/"'));
  const budget = model.values.budget();
  const { kinds } = model;
  for (let spec = 0; spec < specPaths.length; spec++) {
    for (let at = specFields[spec]; fieldSets[at] !== END_OF_SET; at++) {
      const field = fieldSets[at];
      const kind = kinds[field];
      if (kind < KnownField.primChildren || kind > KnownField.variantChildren) continue;
      const names = model.findTokens(field);
      budget.takeItems(names.count, specSection.start);
      const missing = findMissing(model, spec, kind, names);
      if (missing === undefined) continue;
      const path = model.structure.paths.text(specPaths[spec]);
      report(
        new CrateError("USDC_SPEC", specSection.start, `${quote(path)} lists ${quote(missing)}, which has no spec`),
      );
    }
  }
}

/** Reports names of specs that are not UTF-8. */
function reportNames(model: CrateModel, report: (error: CrateError) => void): void {
  const { tokens, paths, specPaths, specSection } = model.structure;
  if (tokens.isUtf8) return;
  for (const path of specPaths) {
    if (paths.isRoot(path) || tokens.text(paths.elements[path]).isWellFormed()) continue;
    report(new CrateError("USDC_PATH", specSection.start, `The name of ${quote(paths.text(path))} is not UTF-8`));
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** The first name of a list of children that no spec has. */
function findMissing(model: CrateModel, spec: number, kind: number, names: TokenRange): string | undefined {
  const { index, structure } = model;
  const { paths, specPaths, specTypes, tokens } = structure;
  const path = specPaths[spec];
  const set = kind === KnownField.variantChildren ? paths.element(path).slice(1, -2) : "";
  for (let i = 0; i < names.count; i++) {
    const token = model.tokenAt(names, i);
    if (token >= tokens.length) continue;
    let found: number;
    if (kind === KnownField.primChildren) found = index.child(path, token, false);
    else if (kind === KnownField.properties) found = index.child(path, token, true);
    else if (kind === KnownField.variantSetChildren) found = index.variant(path, `{${tokens.name(token)}=}`);
    else found = index.variant(paths.parents[path], `{${set}=${tokens.name(token)}}`);
    if (found < 0 || specTypes[found] === SpecNumber.pseudoRoot) return tokens.name(token);
  }
  return undefined;
}
