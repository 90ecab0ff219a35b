/** Collections of prims and properties (`UsdCollectionAPI`). */
import { isVisited, type PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { compileExpression } from "./compile-expression.ts";
import { expressionOfCollection, hasCollection } from "./collection-expression.ts";
import type { PathTest } from "./match-pattern.ts";
import { QueryError } from "./query-error.ts";
import { QueryPrims } from "./query-prims.ts";
import { textOf } from "../values/plain-numbers.ts";
import { withBuiltInApis } from "../values/schema-properties.ts";

/** The rules of a collection, ready to be asked about many paths (`UsdCollectionMembershipQuery`). */
export interface CollectionMembership {
  /** By path of a prim or property, "/" for the root; empty if an expression decides. */
  readonly rules: ReadonlyMap<string, string>;
  /** The expansion rule of the collection itself. */
  readonly expansionRule: string;
  /** Undefined if rules decide, and without an expression. */
  readonly expression: PathTest | undefined;
  /** Paths of collections whose own members were left out where they include themselves, directly or through others. */
  readonly circular: readonly string[];
}

const noRules: ReadonlyMap<string, string> = new Map();
const PREFIX = "collection:";
const API = "CollectionAPI";

/** The names of properties of a collection: paths that end in one of them are no collections. */
const propertyNames: ReadonlySet<string> = new Set([
  "expansionRule",
  "includeRoot",
  "membershipExpression",
  "includes",
  "excludes",
  "mode",
]);
/** Collections that include each other in a row. */
const MAX_NESTED = 64;
/** Collections that one includes, through others. */
const MAX_INCLUDED = 10_000;

/**
 * The collections of a stage. The rules of each are computed once.
 *
 * ```ts
 * const collections = new Collections(reader);
 * const lights = collections.membership("/World/Key.collection:lightLink");
 * if (lights !== undefined) collections.includes(lights, prim);
 * ```
 */
export class Collections {
  private readonly reader: StageReader;
  private readonly queryPrims: QueryPrims;
  private readonly known: Map<string, CollectionMembership | undefined> = new Map();

  constructor(reader: StageReader) {
    this.reader = reader;
    this.queryPrims = new QueryPrims(reader);
  }

  /**
   * Returns the rules of a collection; undefined if the prim has no `CollectionAPI` of its name.
   *
   * @param path `/Prim.collection:NAME`
   * @throws QueryError for a predicate that does not exist in its expression
   */
  membership(path: string): CollectionMembership | undefined {
    if (this.known.has(path)) return this.known.get(path);
    const found = this.compute(path);
    this.known.set(path, found);
    return found;
  }

  /** Returns the paths of the collections of a prim: those of `CollectionAPI` that are applied, and those that its schemas have built in. */
  pathsOf(prim: PrimNode): readonly string[] {
    return withBuiltInApis(this.reader.schemas(prim))
      .filter((api) => api.startsWith(`${API}:`))
      .map((api) => `${prim.path}.${PREFIX}${api.slice(API.length + 1)}`);
  }

  /** Whether a collection includes a prim, or a property of a prim. */
  includes({ rules, expression }: CollectionMembership, prim: PrimNode, property?: string): boolean {
    if (rules.size > 0) return property === undefined ? hasPrim(rules, prim) : hasProperty(rules, prim, property);
    return expression?.({ prims: this.queryPrims.chain(prim), property }) ?? false;
  }

  /**
   * Yields the paths that a collection includes, prims as {@link Stage.prims} visits them, each with its properties. Of the prims below
   * instances those are visited that a rule names, and those below them, also if the instance is not visited. First the properties
   * that a rule names.
   */
  *includedPaths(membership: CollectionMembership): Generator<string> {
    const { rules, expansionRule } = membership;
    const hasProperties =
      rules.size === 0
        ? expansionRule === "expandPrimsAndProperties"
        : [...rules.values()].includes("expandPrimsAndProperties");
    yield* this.namedProperties(rules);
    for (const prim of this.primsOf(rules)) {
      if (this.includes(membership, prim)) yield prim.path;
      if (!hasProperties) continue;
      for (const name of this.reader.propertyNames(prim)) {
        const path = `${prim.path}.${name}`;
        if (!rules.has(path) && this.includes(membership, prim, name)) yield path;
      }
    }
  }

  /** Yields the prims that are visited; below instances those that a rule names. */
  private *primsOf(rules: ReadonlyMap<string, string>): Generator<PrimNode> {
    const named = [...rules.keys()].flatMap((path) => {
      const prim = this.reader.object(path)?.prim;
      return prim !== undefined && isNamed(rules, prim) ? [prim] : [];
    });
    for (const prim of this.reader.prims({ instanceProxies: named.length > 0 })) {
      if (prim.instance === undefined || isNamed(rules, prim)) yield prim;
    }
    const visited = new Set<PrimNode>();
    for (const top of named) {
      if (!isBelowHidden(top)) continue;
      for (const prim of this.reader.prims({ from: top, instanceProxies: true })) {
        if (visited.has(prim) || !isNamed(rules, prim)) continue;
        visited.add(prim);
        yield prim;
      }
    }
  }

  /** Properties that a rule names are included also if their prim is not visited. */
  private *namedProperties(rules: ReadonlyMap<string, string>): Generator<string> {
    for (const [path, rule] of rules) {
      if (rule === "exclude" || !path.includes(".")) continue;
      const object = this.reader.object(path);
      if (object !== undefined && this.reader.propertyNames(object.prim).includes(object.property)) yield path;
    }
  }

  private compute(path: string): CollectionMembership | undefined {
    const collection = collectionAt(this.reader, path);
    if (collection === undefined || !hasCollection(this.reader, collection.prim, collection.name)) return undefined;
    const { prim, name } = collection;
    const expansionRule = this.token(prim, `${PREFIX}${name}:expansionRule`) ?? "expandPrims";
    const mode = this.token(prim, `${PREFIX}${name}:mode`);
    const ruleReader = new RuleReader(this.reader);
    const rules = mode === "expression" ? noRules : ruleReader.read(path);
    const text =
      rules.size === 0 && mode !== "relationship" ? this.token(prim, `${PREFIX}${name}:membershipExpression`) : "";
    const circular = [...ruleReader.circular];
    return { rules, expansionRule, expression: this.compile(text ?? "", prim, name), circular };
  }

  private compile(expression: string, prim: PrimNode, name: string): PathTest | undefined {
    if (expression === "") return undefined;
    try {
      const expressionOf = expressionOfCollection(this.reader);
      return compileExpression(expression, expressionOf, { prim: prim.path, name });
    } catch (error) {
      // As in the reference, an expression that cannot be evaluated includes nothing.
      if (error instanceof QueryError) return undefined;
      throw error;
    }
  }

  private token(prim: PrimNode, name: string): string | undefined {
    const found = textOf(this.reader.value(prim, name, null));
    return found === "" ? undefined : found;
  }
}

/** Reads the rules of one collection and of those that it includes. */
class RuleReader {
  readonly circular: Set<string> = new Set();
  private readonly reader: StageReader;
  private left = MAX_INCLUDED;

  constructor(reader: StageReader) {
    this.reader = reader;
  }

  read(path: string): ReadonlyMap<string, string> {
    return this.rulesOf(path, new Set([path]));
  }

  /** @param above the collections that include this one, and the collection itself */
  private rulesOf(path: string, above: ReadonlySet<string>): Map<string, string> {
    const rules = new Map<string, string>();
    const collection = collectionAt(this.reader, path);
    if (collection === undefined) return rules;
    const { prim, name } = collection;
    const prefix = PREFIX + name;
    const authored = textOf(this.reader.value(prim, `${prefix}:expansionRule`, null)) ?? "";
    const rule = authored === "" ? "expandPrims" : authored;
    const includes = [...this.reader.targets(prim, `${prefix}:includes`)];
    if (rule !== "explicitOnly" && this.isTrue(prim, `${prefix}:includeRoot`)) includes.push("/");
    for (const included of includes) {
      if (!isCollectionPath(included)) rules.set(included, rule);
      else if (above.has(included)) this.circular.add(included);
      else if (above.size <= MAX_NESTED && this.left-- > 0) {
        for (const [each, own] of this.rulesOf(included, new Set([...above, included]))) rules.set(each, own);
      }
    }
    for (const excluded of this.reader.targets(prim, `${prefix}:excludes`)) rules.set(excluded, "exclude");
    return rules;
  }

  private isTrue(prim: PrimNode, name: string): boolean {
    const value = this.reader.value(prim, name, null);
    return value?.kind === "typed" && value.data === true;
  }
}

/** Whether a path is that of a collection: `/Prim.collection:NAME`. */
export function isCollectionPath(path: string): boolean {
  const dot = path.indexOf(".");
  const name = path.slice(dot + 1);
  return dot > 0 && name.startsWith(PREFIX) && !propertyNames.has(name.slice(name.lastIndexOf(":") + 1));
}

function collectionAt(
  reader: StageReader,
  path: string,
): { readonly prim: PrimNode; readonly name: string } | undefined {
  if (!isCollectionPath(path)) return undefined;
  const object = reader.object(path);
  return object && { prim: object.prim, name: object.property.slice(PREFIX.length) };
}

function hasPrim(rules: ReadonlyMap<string, string>, prim: PrimNode): boolean {
  for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
    const rule = rules.get(at.path);
    if (rule === "exclude") return false;
    if (rule !== undefined && (rule !== "explicitOnly" || at === prim)) return true;
  }
  const root = rules.get("/");
  return root !== undefined && root !== "exclude" && root !== "explicitOnly";
}

/** Whether a prim above an instance proxy is not visited: prims below an instance do not depend on what is above it. */
function isBelowHidden(prim: PrimNode): boolean {
  for (let at = prim.parent; at !== undefined; at = at.parent) if (!isVisited(at)) return true;
  return false;
}

/** Whether a rule that expands names an instance proxy, or one above it. */
function isNamed(rules: ReadonlyMap<string, string>, prim: PrimNode): boolean {
  for (let at: PrimNode | undefined = prim; at?.instance !== undefined; at = at.parent) {
    const rule = rules.get(at.path);
    if (rule !== undefined && rule !== "exclude" && (rule !== "explicitOnly" || at === prim)) return true;
  }
  return false;
}

/** A property itself is included by any rule, by those of its prims if they expand to properties. */
function hasProperty(rules: ReadonlyMap<string, string>, prim: PrimNode, property: string): boolean {
  const own = rules.get(`${prim.path}.${property}`);
  if (own !== undefined) return own !== "exclude";
  for (let at: PrimNode | undefined = prim; at !== undefined; at = at.parent) {
    const rule = rules.get(at.path);
    if (rule === "exclude") return false;
    if (rule === "expandPrimsAndProperties") return true;
  }
  return rules.get("/") === "expandPrimsAndProperties";
}
