/** Checks values and children of a crate, so that what is looked at later is sound. */
import { MissingBytesError } from "@usdkit/base";
import type { CrateDiagnostic, Report } from "../bytes/crate-diagnostic.ts";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { TokenRange } from "../layer/child-specs.ts";
import { ChildResolver } from "../layer/child-specs.ts";
import type { CrateModel } from "../layer/crate-model.ts";
import { KnownField, SpecNumber } from "../layer/known-fields.ts";
import type { Budget } from "../values/budget.ts";
import { ValueChecker } from "../values/value-checker.ts";
import { checkNames } from "./check-names.ts";

const MAX_DIAGNOSTICS = 100;

/**
 * Adds what is damaged to `diagnostics`.
 *
 * @throws CrateError when a limit is exceeded: nothing of the file should be looked at then
 */
export function checkModel(model: CrateModel, diagnostics: CrateDiagnostic[], checksArrays: boolean): void {
  const report: Report = (error) => {
    if (error.code === "USDC_LIMIT") throw error;
    if (diagnostics.length < MAX_DIAGNOSTICS) diagnostics.push(error.toDiagnostic());
  };
  checkValues(model, report, checksArrays);
  checkNames(model, report);
  const { start } = model.structure.specSection;
  if (model.root < 0) report(new CrateError("USDC_SPEC", start, 'There is no spec for the root "/"'));
  new ChildChecker(model).check(report);
}

function checkValues(model: CrateModel, report: Report, checksArrays: boolean): void {
  const { fieldReps } = model.structure;
  const checker = new ValueChecker(model.values, checksArrays);
  const missing: MissingBytesError[] = [];
  for (let i = 0; i < fieldReps.length; i += 2) {
    try {
      checker.check({ low: fieldReps[i], high: fieldReps[i + 1] });
    } catch (error) {
      // Bytes of a network are fetched together.
      if (error instanceof MissingBytesError) missing.push(error);
      else if (error instanceof CrateError) report(error);
      else throw error;
    }
  }
  const [first, ...others] = missing;
  if (first !== undefined) throw MissingBytesError.ofAll([first, ...others]);
}

const CHILD_LISTS =
  (1 << KnownField.primChildren) |
  (1 << KnownField.properties) |
  (1 << KnownField.variantSetChildren) |
  (1 << KnownField.variantChildren);

/** Finds the children of every spec, and reports names in lists of children that no spec has. */
export class ChildChecker {
  private readonly model: CrateModel;
  private readonly resolver: ChildResolver;
  private readonly budget: Budget;

  constructor(model: CrateModel) {
    this.model = model;
    this.resolver = new ChildResolver(model.children, model.structure, model.values.source);
    this.budget = model.values.budget();
  }

  check(report: Report): void {
    const { model, resolver } = this;
    const { specPaths, tokens } = model.structure;
    for (let spec = 0; spec < specPaths.length; spec++) {
      if ((model.fields.masks[spec] & CHILD_LISTS) === 0) continue;
      const prim = resolver.addPrims(spec, this.namesOf(spec, KnownField.primChildren));
      if (prim >= 0) report(this.missing(spec, tokens.name(prim)));
      const property = resolver.addProperties(spec, this.namesOf(spec, KnownField.properties));
      if (property >= 0) report(this.missing(spec, tokens.name(property)));
      this.checkVariants(spec, KnownField.variantSetChildren, report);
      this.checkVariants(spec, KnownField.variantChildren, report);
    }
  }

  private namesOf(spec: number, kind: number): TokenRange {
    const { model } = this;
    const names = model.findTokens(model.find(spec, kind));
    this.budget.takeItems(names.count, model.structure.specSection.start);
    return names;
  }

  private checkVariants(spec: number, kind: number, report: Report): void {
    const name = missingVariant(this.model, spec, kind, this.namesOf(spec, kind));
    if (name !== undefined) report(this.missing(spec, name));
  }

  private missing(spec: number, name: string): CrateError {
    const { specPaths, specSection, paths } = this.model.structure;
    const owner = quote(paths.text(specPaths[spec]));
    return new CrateError("USDC_SPEC", specSection.start, `${owner} lists ${quote(name)}, which has no spec`);
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** The first name of a list of variant sets or variants that no spec has. */
function missingVariant(model: CrateModel, spec: number, kind: number, names: TokenRange): string | undefined {
  if (names.count === 0) return undefined;
  const { paths, specPaths, specTypes, tokens } = model.structure;
  const path = specPaths[spec];
  // `set=` of the path `…{set=}`.
  const set = kind === KnownField.variantChildren ? paths.element(path).slice(1, -1) : "";
  for (let i = 0; i < names.count; i++) {
    const token = model.tokenAt(names, i);
    if (token >= tokens.length) continue;
    const name = tokens.name(token);
    const found =
      kind === KnownField.variantSetChildren
        ? model.variants.find(path, `{${name}=}`)
        : model.variants.find(paths.parents[path], `{${set}${name}}`);
    if (found < 0 || specTypes[found] === SpecNumber.pseudoRoot) return name;
  }
  return undefined;
}
