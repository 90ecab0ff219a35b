/** The predicates in the braces of a pattern, as one test. */
import { predicateOperators, type Predicate } from "@usdkit/usda";
import { compileTree } from "./operations.ts";
import { predicateTest, type PredicateTest } from "./predicates.ts";

/** @throws QueryError for an unknown predicate or argument */
export function compilePredicate(tree: Predicate["tree"]): PredicateTest {
  return compileTree(
    tree,
    (operator) => (operator === predicateOperators.not ? "not" : operator === predicateOperators.or ? "or" : "and"),
    predicateTest,
  );
}
