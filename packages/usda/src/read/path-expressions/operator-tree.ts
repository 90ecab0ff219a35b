/** Trees of unary and binary operators over atoms: built by precedence, printed with minimal parentheses. */

/** An operand that is no operation. */
export interface OperatorAtom {
  /** Its normal text. */
  readonly text: string;
}

/** An operator: a lower `rank` binds tighter. Unary operators precede their operand. */
export interface Operator {
  readonly rank: number;
  readonly unary: boolean;
  /** The printed text, blanks included. */
  readonly text: string;
}

/** An operation, with one or two operands. */
export interface Operation<Atom extends OperatorAtom> {
  readonly operator: Operator;
  readonly operands: readonly OperatorNode<Atom>[];
}

export type OperatorNode<Atom extends OperatorAtom> =
  | Operation<Atom>
  | { readonly operator?: undefined; readonly atom: Atom };

/** Builds the node for an operator; applies simplifications. */
export type NodeMaker<Atom extends OperatorAtom> = (
  operator: Operator,
  operands: readonly OperatorNode<Atom>[],
) => OperatorNode<Atom>;

/** Builds a tree from atoms, operators and parentheses in the order of the text. */
export class OperatorTreeBuilder<Atom extends OperatorAtom> {
  private readonly make: NodeMaker<Atom>;
  /** Of every open group, the innermost last. */
  private readonly groups: Group<Atom>[] = [{ operators: [], nodes: [] }];

  constructor(make: NodeMaker<Atom> = (operator, operands) => ({ operator, operands })) {
    this.make = make;
  }

  /** Number of open parentheses. */
  get depth(): number {
    return this.groups.length - 1;
  }

  pushAtom(atom: Atom): void {
    this.top().nodes.push({ atom });
  }

  pushOperator(operator: Operator): void {
    const group = this.top();
    for (;;) {
      const last = group.operators.at(-1);
      // A unary operator waits for its operand, also if another unary operator follows.
      if (last === undefined || last.rank > operator.rank || operator.unary) break;
      this.reduce(group);
    }
    group.operators.push(operator);
  }

  openGroup(): void {
    this.groups.push({ operators: [], nodes: [] });
  }

  closeGroup(): void {
    const node = this.finish();
    this.groups.pop();
    if (node !== undefined) this.top().nodes.push(node);
  }

  /** The tree of the innermost group; undefined if it has no atom. */
  finish(): OperatorNode<Atom> | undefined {
    const group = this.top();
    while (group.operators.length > 0) this.reduce(group);
    return group.nodes.pop();
  }

  private top(): Group<Atom> {
    return this.groups[this.groups.length - 1] ?? { operators: [], nodes: [] };
  }

  private reduce(group: Group<Atom>): void {
    const operator = group.operators.pop();
    if (operator === undefined) return;
    const operands = group.nodes.splice(operator.unary ? -1 : -2);
    group.nodes.push(this.make(operator, operands));
  }
}

/** The operators and operands of an open parenthesis that are not joined yet. */
interface Group<Atom extends OperatorAtom> {
  readonly operators: Operator[];
  readonly nodes: OperatorNode<Atom>[];
}

/**
 * Prints a tree with parentheses only where precedence requires them, and around a right operand of the same
 * operator.
 */
export function operatorTreeText(root: OperatorNode<OperatorAtom>): string {
  const parts: string[] = [];
  const pending: (string | { readonly node: OperatorNode<OperatorAtom>; readonly grouped: boolean })[] = [
    { node: root, grouped: false },
  ];
  for (;;) {
    const item = pending.pop();
    if (item === undefined) return parts.join("");
    if (typeof item === "string") {
      parts.push(item);
      continue;
    }
    const { node, grouped } = item;
    if (node.operator === undefined) {
      parts.push(node.atom.text);
      continue;
    }
    const { operator } = node;
    if (grouped) {
      parts.push("(");
      pending.push(")");
    }
    const [first, second] = node.operands;
    if (second !== undefined)
      pending.push({ node: second, grouped: needsGroup(operator, second, true) }, operator.text);
    if (first !== undefined) pending.push({ node: first, grouped: needsGroup(operator, first, false) });
    if (operator.unary) pending.push(operator.text);
  }
}

function needsGroup(parent: Operator, child: OperatorNode<OperatorAtom>, right: boolean): boolean {
  const { operator } = child;
  return operator !== undefined && (parent.rank < operator.rank || (right && parent.rank === operator.rank));
}
