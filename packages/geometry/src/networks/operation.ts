/** What an operation on numbers is. */

/** Numbers of one value. */
export type Numbers = readonly number[];

/** A node whose value depends on those of its inputs alone. */
export interface Operation {
  /** Names of its inputs, in the order in which `compute` has their values, with their values where nothing is authored. */
  readonly inputs: readonly (readonly [name: string, fallback: Numbers])[];
  /** Inputs in which each component is a factor and a sum of the same component, while the others are constant. */
  readonly affine?: readonly string[];
  /** Values with one number count for all components. */
  readonly compute: (values: readonly Numbers[]) => Numbers;
}

/** Returns an operation that treats each component by itself. */
export function byComponent(compute: (values: readonly number[]) => number): Operation["compute"] {
  return (values) => {
    const count = values.reduce((most, each) => Math.max(most, each.length), 1);
    return Array.from({ length: count }, (_, i) => compute(values.map((each) => componentOf(each, i))));
  };
}

/** Returns a component; of a single number that one. */
export function componentOf(value: Numbers, index: number): number {
  return value.length === 1 ? value[0] : (value[index] ?? 0);
}
