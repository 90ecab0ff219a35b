import * as fc from "fast-check";

/** Good values, and if hostile ones are asked for, a bad one now and then. */
export function mostly<T>(isHostile: boolean, good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return isHostile ? fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: bad }) : good;
}
