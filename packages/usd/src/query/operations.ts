/** Trees of operations as programs for a stack: an input may nest deeper than calls can. */

/** A tree of operations on tests. */
export interface Tree<Atom, Kind> {
  readonly operator?: Kind | undefined;
  readonly atom?: Atom | undefined;
  readonly operands?: readonly Tree<Atom, Kind>[] | undefined;
}

/** What an operation does with the values of its operands. */
export type Operation = "not" | "and" | "or" | "and not";

/**
 * Returns a function that evaluates a tree for an object. Both operands of each operation are evaluated.
 *
 * @param operationOf the operation of an operator
 * @param testOf the test of an atom
 */
export function compileTree<Atom, Kind, Input>(
  root: Tree<Atom, Kind>,
  operationOf: (operator: Kind) => Operation,
  testOf: (atom: Atom) => (input: Input) => boolean,
): (input: Input) => boolean {
  const program: (Operation | ((input: Input) => boolean))[] = [];
  const waiting: Tree<Atom, Kind>[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // From the last to the first: the program is read backwards.
    if (node.operator !== undefined) program.push(operationOf(node.operator));
    else if (node.atom !== undefined) program.push(testOf(node.atom));
    waiting.push(...(node.operands ?? []));
  }
  program.reverse();
  return (input) => run(program, input);
}

function run<Input>(program: readonly (Operation | ((input: Input) => boolean))[], input: Input): boolean {
  const values: boolean[] = [];
  for (const step of program) {
    if (typeof step === "function") {
      values.push(step(input));
      continue;
    }
    const right = values.pop() ?? false;
    if (step === "not") values.push(!right);
    else {
      const left = values.pop() ?? false;
      values.push(step === "or" ? left || right : step === "and" ? left && right : left && !right);
    }
  }
  return values[0] ?? false;
}
