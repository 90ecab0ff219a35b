import { expect, test } from "vitest";
import { checkReplyLaw } from "./test-support/reply-law.ts";

test("replies in which only what is needed is right are read; `test:deep` tries 100,000", async () => {
  await expect(checkReplyLaw(1000)).resolves.toBeUndefined();
});
