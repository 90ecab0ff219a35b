/** Trees of unary and binary operators over text atoms: built by precedence, printed with minimal parentheses. */

/** An operator: a lower `rank` binds tighter. Unary operators precede their operand. */
export interface Operator {
  readonly rank: number;
  readonly unary: boolean;
  /** The printed text, blanks included. */
  readonly text: string;
}

export interface OperatorNode {
  /** Undefined for an atom. */
  readonly operator?: Operator | undefined;
  /** The atom's text. */
  readonly text: string;
  readonly operands: readonly OperatorNode[];
}

/** Builds the node for an operator; applies simplifications. */
export type NodeMaker = (operator: Operator, operands: readonly OperatorNode[]) => OperatorNode;

export function atomNode(text: string): OperatorNode {
  return { text, operands: [] };
}

export function plainNode(operator: Operator, operands: readonly OperatorNode[]): OperatorNode {
  return { operator, text: "", operands };
}

/** Builds a tree from atoms, operators and parentheses in the order of the text. */
export class OperatorTreeBuilder {
  private readonly make: NodeMaker;
  /** Of every open group, the innermost last. */
  private readonly groups: { operators: Operator[]; nodes: OperatorNode[] }[] = [{ operators: [], nodes: [] }];

  constructor(make: NodeMaker = plainNode) {
    this.make = make;
  }

  /** Number of open parentheses. */
  get depth(): number {
    return this.groups.length - 1;
  }

  pushAtom(text: string): void {
    this.top().nodes.push(atomNode(text));
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
    this.top().nodes.push(node);
  }

  /** The tree of the innermost group. */
  finish(): OperatorNode {
    const group = this.top();
    while (group.operators.length > 0) this.reduce(group);
    return group.nodes.pop() ?? atomNode("");
  }

  private top(): { operators: Operator[]; nodes: OperatorNode[] } {
    return this.groups[this.groups.length - 1] ?? { operators: [], nodes: [] };
  }

  private reduce(group: { operators: Operator[]; nodes: OperatorNode[] }): void {
    const operator = group.operators.pop();
    if (operator === undefined) return;
    const operands = group.nodes.splice(operator.unary ? -1 : -2);
    group.nodes.push(this.make(operator, operands));
  }
}

/**
 * Prints a tree with parentheses only where precedence requires them, and around a right operand of the same
 * operator.
 */
export function operatorTreeText(root: OperatorNode): string {
  const parts: string[] = [];
  const pending: (OperatorNode | string | { readonly node: OperatorNode; readonly grouped: boolean })[] = [root];
  for (;;) {
    const item = pending.pop();
    if (item === undefined) return parts.join("");
    if (typeof item === "string") {
      parts.push(item);
      continue;
    }
    const { node, grouped } = "node" in item ? item : { node: item, grouped: false };
    const { operator } = node;
    if (operator === undefined) {
      parts.push(node.text);
      continue;
    }
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

function needsGroup(parent: Operator, child: OperatorNode, right: boolean): boolean {
  const { operator } = child;
  return operator !== undefined && (parent.rank < operator.rank || (right && parent.rank === operator.rank));
}
