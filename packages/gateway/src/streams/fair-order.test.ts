import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fairOrder, isRunning, type Claim } from "./fair-order.ts";

interface Named extends Claim {
  readonly id: number;
}

const users = ["ada", "bob", "eve"];
const claims: fc.Arbitrary<readonly Named[]> = fc
  .array(
    fc.record({
      user: fc.constantFrom(...users),
      state: fc.constantFrom("QUEUED", "QUEUED", "STARTING", "ACTIVE", "FAILED"),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((row, id) => ({ ...row, id })));
const starts = fc
  .shuffledSubarray(users)
  .map((order) => new Map(order.map((user, i): [string, number] => [user, i + 1])));

test("users with many sessions and those with one take turns, also if only one session runs at a time", () => {
  const sessions = ["ada", "ada", "ada", "bob"].map((user, id) => ({
    id,
    user,
    state: id === 0 ? "ACTIVE" : "QUEUED",
  }));
  const lastStarts = new Map([["ada", 1]]);
  expect(fairOrder(sessions, lastStarts).map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(fairOrder(sessions.slice(1), lastStarts).map(({ id }) => id)).toEqual([3, 1, 2]);
});

test("the order is that of starting one session after the other", () => {
  fc.assert(
    fc.property(claims, starts, (sessions, lastStarts) => {
      const counts = new Map(
        users.map((user) => [user, sessions.filter((each) => each.user === user && isRunning(each.state)).length]),
      );
      const last = new Map(lastStarts);
      const started: Named[] = [];
      let waiting = sessions.filter(({ state }) => state === "QUEUED");
      while (waiting.length > 0) {
        const [next] = waiting.toSorted(
          (a, b) =>
            (counts.get(a.user) ?? 0) - (counts.get(b.user) ?? 0) ||
            (last.get(a.user) ?? 0) - (last.get(b.user) ?? 0) ||
            a.id - b.id,
        );
        if (next === undefined) break;
        started.push(next);
        waiting = waiting.filter(({ id }) => id !== next.id);
        counts.set(next.user, (counts.get(next.user) ?? 0) + 1);
        last.set(next.user, users.length + started.length);
      }
      expect(fairOrder(sessions, lastStarts)).toEqual(started);
    }),
  );
});
