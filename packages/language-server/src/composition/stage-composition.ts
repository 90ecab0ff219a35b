/** Composition over the stages of open documents. Imported when the first question about a stage is asked. */
import { dumpValue } from "@usdkit/layer";
import {
  arcNames,
  parseLayerName,
  splitPropertyPath,
  StageValues,
  type Stage,
  type StageLayer,
  type ValueSource,
} from "@usdkit/usd";
import { isEnabled, resolveProfile, type ResolvedProfile } from "@usdkit/validate";
import { decidingOpinion, StageCheck, stageRules } from "@usdkit/validate/stage";
import type { DocumentState } from "../document/document-state.ts";
import type {
  ComposedFindings,
  ComposedOpinion,
  ComposedValue,
  Composition,
  StageCheckSettings,
} from "../host/composition.ts";
import type { Host } from "../host/host.ts";
import { authorTargets, authorValue } from "./author-value.ts";
import { OpenStages, type FollowedChange } from "./open-stages.ts";
import { StageFiles } from "./stage-files.ts";

/** Milliseconds of one piece of a check. */
const PIECE = 8;
/** Prims of a stage that are checked. */
const MAX_PRIMS = 100_000;
/** Stages of one layer with more prims are not kept after a check: their text is parsed again with each change anyway. */
const MAX_KEPT_PRIMS = 2000;

/** A check that is kept with its stage. */
interface KeptCheck {
  readonly check: StageCheck;
  /** Of the settings. */
  readonly key: string;
  /** Changes of the stage that it has followed. */
  followed: number;
}

/**
 * Returns composition over open documents and files of the host.
 *
 * @param documents the open documents, now
 */
export function stageComposition(host: Host, documents: () => Iterable<DocumentState>): Composition {
  const stages = new OpenStages(new StageFiles(host, documents));
  const checks = new WeakMap<Stage, KeptCheck>();
  return {
    opinions: async (rootUri, path) => (await stages.use(rootUri, (stage) => opinionsOf(stage, path))) ?? [],
    value: (rootUri, path, field) => stages.use(rootUri, (stage) => valueOf(stage, path, field)),
    layerStack: async (rootUri) =>
      (await stages.use(rootUri, ({ layerStack }) => layerStack.layers.map(({ layer }) => uriOf(layer)))) ?? [],
    authorTargets: async (rootUri, path) => (await stages.use(rootUri, (stage) => authorTargets(stage, path))) ?? [],
    author: async (rootUri, path, targetUri) =>
      (await stages.useOwn(rootUri, (stage) => authorValue(stage, path, targetUri))) ?? { texts: [] },
    findings: (rootUri, check, isWanted) => findingsOf({ stages, checks }, rootUri, check, isWanted),
    changed: () => stages.changed(),
  };
}

function uriOf({ anchor }: StageLayer): string {
  return parseLayerName(anchor).file;
}

/** Returns the specs of a prim or property, strongest first. */
function opinionsOf(stage: Stage, path: string): readonly ComposedOpinion[] {
  const { prim, property } = splitPropertyPath(path);
  const graph = stage.primIndex(prim)?.graph;
  if (graph === undefined) return [];
  const specs = property === "" ? stage.primStack(prim) : stage.propertyStack(prim, property).stack;
  return specs.map(({ layer, node, spec }) => ({
    uri: uriOf(layer),
    range:
      layer.opened?.encoding === "usda" && layer.opened.inner.length === 0 ? (spec.nameRange ?? spec.range) : undefined,
    arc: arcNames[graph.nodes[node].type],
  }));
}

function valueOf(stage: Stage, path: string, field: string | undefined): ComposedValue | undefined {
  const { prim, property } = splitPropertyPath(path);
  const values = new StageValues(stage);
  if (field !== undefined) {
    const value = values.metadata(path, field);
    return value && described(stage, path, { text: dumpValue(value), kind: "field", field });
  }
  if (property === "") return undefined;
  const attribute = values.attribute(path);
  if (attribute === undefined) {
    const { targets } = stage.targets(prim, property);
    return described(stage, path, {
      text: targets.map((each) => `<${each}>`).join(", "),
      kind: "targets",
      field: "targetPaths",
    });
  }
  const [time = null] = values.sampleTimes(path);
  const { value, source } = values.value(attribute, time);
  if (value === undefined) return undefined;
  const kind = time === null ? source.kind : `${source.kind}, at ${time}`;
  return described(stage, path, { text: dumpValue(value), kind, field: fieldOf(source) });
}

function fieldOf({ kind }: ValueSource): string | undefined {
  return kind === "default" || kind === "timeSamples" || kind === "spline" ? kind : undefined;
}

interface Described {
  readonly text: string;
  readonly kind: string;
  /** Undefined if no layer has the value. */
  readonly field: string | undefined;
}

/** Returns a value with the opinion that decides. */
function described(stage: Stage, path: string, { text, kind, field }: Described): ComposedValue {
  const { prim, property } = splitPropertyPath(path);
  const name = property === "" ? undefined : property;
  const opinion = field === undefined ? undefined : decidingOpinion(stage, { prim, property: name, field });
  const all = opinionsOf(stage, path);
  if (opinion === undefined) return { text, kind, source: undefined, weaker: 0 };
  const uri = uriOf(opinion.layer);
  const at = all.findIndex((each) => each.uri === uri);
  const isText = opinion.layer.opened?.encoding === "usda" && opinion.layer.opened.inner.length === 0;
  const source = { uri, range: isText ? opinion.range : undefined, arc: all[at]?.arc ?? "local" };
  return { text, kind, source, weaker: at < 0 ? 0 : all.length - at - 1 };
}

interface CheckedStages {
  readonly stages: OpenStages;
  readonly checks: WeakMap<Stage, KeptCheck>;
}

/**
 * Checks a stage in pieces, with pauses in which the server answers requests; after a change of a stage whose check is kept, what the
 * change concerns.
 */
async function findingsOf(
  { stages, checks }: CheckedStages,
  rootUri: string,
  settings: StageCheckSettings,
  isWanted: () => boolean,
): Promise<ComposedFindings | undefined> {
  let isKept = true;
  const found = await stages.use(rootUri, async (stage, followed): Promise<ComposedFindings | undefined> => {
    const profile = resolveProfile(settings.profile ?? "auto", stage.layerStack.rootLayer.layer);
    const key = JSON.stringify([profile, settings.rules, settings.overrides]);
    const { check, steps } = stepsOf(checks.get(stage), followed, key) ?? newCheck(stage, profile, settings);
    // Until it has ended, it is of no use for the next change.
    checks.delete(stage);
    for (let start = performance.now(); steps.next().done !== true;) {
      if (performance.now() - start < PIECE) continue;
      await pause();
      if (!isWanted()) return undefined;
      start = performance.now();
    }
    isKept = check.prims <= MAX_KEPT_PRIMS || (stage.layers.length > 1 && !check.isLimited);
    if (isKept) checks.set(stage, { check, key, followed: followed.length });
    return { findings: check.findings(), isLimited: check.isLimited };
  });
  if (!isKept) stages.forget(rootUri);
  return isWanted() ? found : undefined;
}

interface CheckSteps {
  readonly check: StageCheck;
  readonly steps: Generator<void>;
}

/** Returns the steps of a kept check for the changes that it has not followed yet; undefined if it is of other settings. */
function stepsOf(
  kept: KeptCheck | undefined,
  followed: readonly FollowedChange[],
  key: string,
): CheckSteps | undefined {
  if (kept?.key !== key) return undefined;
  const { check } = kept;
  const since = followed.slice(kept.followed);
  const changes = {
    resynced: since.flatMap((each) => each.changes.resynced),
    changed: since.flatMap((each) => each.changes.changed),
  };
  const edits = since.flatMap((each) => each.edits);
  return { check, steps: check.follow(changes, edits) };
}

function newCheck(stage: Stage, profile: ResolvedProfile, settings: StageCheckSettings): CheckSteps {
  const rules = stageRules.filter(({ meta }) => meta.profiles.includes(profile) && isEnabled(meta, settings));
  const check = new StageCheck(stage, { rules, maxPrims: MAX_PRIMS });
  return { check, steps: check.run() };
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
}
