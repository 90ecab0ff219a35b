/** The instances that keep the compiled code of the reader. */
import { ByteSource } from "../bytes/byte-source.ts";
import { CrateModel } from "../layer/crate-model.ts";
import { makeViewInstances } from "../layer/views.ts";
import { PathTable } from "../structure/path-table.ts";
import { SectionReader } from "../structure/section-reader.ts";
import type { CrateStructure } from "../structure/structure.ts";
import { TokenTable } from "../structure/token-table.ts";
import { CrateType } from "../values/crate-type.ts";
import { Samples } from "../values/time-samples.ts";
import { ValueChecker } from "../values/value-checker.ts";
import { ValueReader } from "../values/value-reader.ts";
import { inlinedRep } from "../values/value-rep.ts";
import { ChildChecker } from "./check-model.ts";

/** Returns an instance of each class that a crate is opened with, all of an empty crate, for `keepInstances`. */
export function makeInstances(): readonly object[] {
  const source = new ByteSource(new Uint8Array(0));
  const tokens = new TokenTable(new Uint8Array(0), new Uint32Array(1));
  const none = new Uint32Array(0);
  const section = { start: 0, end: 0 };
  const structure: CrateStructure = {
    version: { major: 0, minor: 0, patch: 0 },
    tokens,
    strings: none,
    fieldNames: none,
    fieldReps: none,
    fieldSets: none,
    paths: new PathTable(0, tokens),
    specPaths: none,
    specFields: none,
    specTypes: new Uint8Array(0),
    specSection: section,
  };
  const model = new CrateModel(structure, new ValueReader(source, structure));
  return [
    new SectionReader(source, "TOKENS", section),
    new ValueChecker(model.values, false),
    new ChildChecker(model),
    model.values.cursor(0),
    model.values.read(inlinedRep(CrateType.bool, 1)),
    new Samples(model.values, { times: new Float64Array(0), order: undefined }, 0, undefined),
    ...makeViewInstances(model),
  ];
}
