// Campaign: 100,000 replies at random in which only what the next step needs is right
import { expect, test } from "vitest";
import { checkReplyLaw } from "./test-support/reply-law.ts";

test("100,000 replies in which only what is needed is right are read", { timeout: 1_200_000 }, async () => {
  await expect(checkReplyLaw(100_000)).resolves.toBeUndefined();
});
