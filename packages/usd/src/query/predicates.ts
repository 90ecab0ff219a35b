/**
 * The predicates of path expressions on stages (`UsdGetCollectionPredicateLibrary` of the reference), by name. Properties match
 * none of them, except `abstract` and `defined`, which ask about their prim.
 */
import type { PredicateArgument, PredicateCall } from "@usdkit/usda";
import { isA, schemaOf, splitApi } from "@usdkit/schemas";
import { isGlob, matchesGlob } from "./glob.ts";
import { isKind, kinds } from "../prims/kinds.ts";
import { QueryError } from "./query-error.ts";
import { apiSchemasOf, schemaTypeOf, selectionOf, type QueryPrim } from "./query-prim.ts";

/** A prim, or a property of a prim. */
export interface QueryObject {
  readonly prim: QueryPrim;
  readonly isProperty: boolean;
}

export type PredicateTest = (object: QueryObject) => boolean;

type Arguments = readonly PredicateArgument[];

const predicates: Readonly<Record<string, (args: Arguments, call: string) => PredicateTest>> = {
  abstract: (args, call) => {
    const expected = flagOf(args, "isAbstract", call);
    return ({ prim }) => prim.isAbstract === expected;
  },
  defined: (args, call) => {
    const expected = flagOf(args, "isDefined", call);
    return ({ prim }) => prim.isDefined === expected;
  },
  model: (args, call) => {
    const expected = flagOf(args, "isModel", call);
    return ofPrims((prim) => prim.isModel === expected);
  },
  group: (args, call) => {
    const expected = flagOf(args, "isGroup", call);
    return ofPrims((prim) => prim.isGroup === expected);
  },
  kind: (args, call) => {
    const wanted = texts(args).filter((each) => kinds.includes(each));
    if (wanted.length === 0) throw new QueryError(`${call}: expected one of the kinds ${kinds.join(", ")}`);
    const isStrict = isStrictCall(args);
    return ofPrims(({ kind }) => {
      if (kind === undefined) return false;
      return wanted.some((each) => (isStrict ? kind === each : isKind(kind, each)));
    });
  },
  specifier: (args, call) => {
    for (const { key, value } of args) {
      if (key !== "" || (value !== "def" && value !== "over" && value !== "class")) {
        throw new QueryError(`${call}: expected def, over or class`);
      }
    }
    const wanted = texts(args);
    return ofPrims(({ specifier }) => wanted.includes(specifier));
  },
  isa: (args) => {
    const wanted = texts(args);
    const isStrict = isStrictCall(args);
    return ofPrims((prim) => {
      const type = schemaTypeOf(prim);
      if (type === "") return false;
      return wanted.some((each) => (isStrict ? type === each : isA(type, each)));
    });
  },
  hasAPI: (args, call) => {
    const instance = args.find(({ key }) => key === "instanceName")?.value;
    if (instance !== undefined && typeof instance !== "string") {
      throw new QueryError(`${call}: expected the name of an instance`);
    }
    const wanted = texts(args).filter((each) => schemaOf(each) !== undefined);
    return ofPrims((prim) => {
      if (wanted.length === 0) return false;
      return apiSchemasOf(prim).some((applied) => {
        const found = splitApi(applied);
        return wanted.includes(found.schema) && (instance === undefined || found.instance === instance);
      });
    });
  },
  variant: (args, call) => {
    const wanted = args.map(({ key, value }) => {
      if (key === "" || typeof value !== "string") {
        throw new QueryError(`${call}: expected selections by variant set, variant(look=red)`);
      }
      return { set: key, selection: value };
    });
    return ofPrims((prim) =>
      wanted.every(({ set, selection }) => {
        const found = selectionOf(prim, set);
        return isGlob(selection) ? matchesGlob(selection, found) : selection === found;
      }),
    );
  },
};

/**
 * Returns the test of a predicate's call.
 *
 * @throws QueryError for an unknown predicate or argument
 */
export function predicateTest({ name, args, text }: PredicateCall): PredicateTest {
  if (!Object.hasOwn(predicates, name)) {
    throw new QueryError(`Unknown predicate "${name}"; expected one of ${Object.keys(predicates).join(", ")}`);
  }
  return predicates[name](args, text);
}

function ofPrims(test: (prim: QueryPrim) => boolean): PredicateTest {
  return ({ prim, isProperty }) => !isProperty && test(prim);
}

/** Returns the strings among the arguments by position. */
function texts(args: Arguments): readonly string[] {
  return args.flatMap(({ key, value }) => (key === "" && typeof value === "string" ? [value] : []));
}

/** Returns the only argument of a predicate of yes or no; it is yes by default. */
function flagOf(args: Arguments, name: string, call: string): boolean {
  if (args.length === 0) return true;
  const [{ key, value }] = args;
  if (args.length > 1 || (key !== "" && key !== name) || typeof value === "string") {
    throw new QueryError(`${call}: expected true or false`);
  }
  return Boolean(value);
}

/** Whether `strict` is true, or a text that begins with 1, y or Y. A number is not strict, as in the reference. */
function isStrictCall(args: Arguments): boolean {
  const value = args.find(({ key }) => key === "strict")?.value;
  return typeof value === "string" ? /^[1yY]/u.test(value) : value === true;
}
