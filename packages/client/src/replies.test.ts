import { expect, test } from "vitest";
import { checkReplyLaw } from "./test-support/reply-law.ts";

test("replies with only the required fields valid are read; `test:deep` tries 100,000", async () => {
  await expect(checkReplyLaw(1000)).resolves.toBeUndefined();
});
