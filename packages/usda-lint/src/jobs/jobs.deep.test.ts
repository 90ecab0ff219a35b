// Campaign in CI: Any number of threads prints the same bytes in the same order, for 20 folders of files
import { test } from "vitest";
import { assertSameForAnyThreads } from "../test-support/same-for-any-threads.ts";

test(
  "law: the same bytes in the same order for any number of threads",
  () => assertSameForAnyThreads(20, ["2", "5"]),
  600_000,
);
