import * as fc from "fast-check";

/** Returns valid values and, if hostile ones are requested, a few invalid ones. */
export function mostly<T>(isHostile: boolean, good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return isHostile ? fc.oneof({ weight: 15, arbitrary: good }, { weight: 1, arbitrary: bad }) : good;
}
