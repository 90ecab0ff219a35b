/** Path expressions with other operands: mapped to another namespace, or composed over a weaker opinion. */
import { makeNode, pathExpressionTree, type PathAtom, type PathExpressionNode } from "./path-expression.ts";
import { operatorTreeText } from "./operator-tree.ts";

type Step = PathExpressionNode | { readonly make: Extract<PathExpressionNode, { operands: unknown }> };

/**
 * Returns the normal text of a path expression with its operands replaced by expressions; undefined if it is ill-formed. Paths may
 * have variant selections.
 * Operations with everything (`//`) or nothing are evaluated, as in the reference.
 *
 * ```ts
 * replacePathAtoms("/A %_", (atom) => (atom.text === "%_" ? "/B - /C" : atom.text)); // "/A (/B - /C)"
 * ```
 *
 * @param replace returns an expression, "" for no paths. An ill-formed one is taken as no paths
 */
export function replacePathAtoms(text: string, replace: (atom: PathAtom) => string): string | undefined {
  const parsed = pathExpressionTree(text, { hasSelections: true });
  if (!("tree" in parsed)) return undefined;
  const done: PathExpressionNode[] = [];
  const waiting: Step[] = [parsed.tree];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if ("make" in step) {
      const { operator, operands } = step.make;
      done.push(makeNode(operator, done.splice(-operands.length)));
    } else if (step.operator === undefined) {
      const other = pathExpressionTree(replace(step.atom), { hasSelections: true });
      if ("tree" in other) done.push(other.tree);
      else done.push({ atom: { kind: "nothing", text: "" } });
    } else {
      waiting.push({ make: step }, ...step.operands.toReversed());
    }
  }
  return operatorTreeText(done[0] ?? parsed.tree);
}
