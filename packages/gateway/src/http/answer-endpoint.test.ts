import { expect, test } from "vitest";
import { answerOf, gatewayForTest } from "../test-support/caller.ts";

test("another method than that of the endpoint: 405 says which", async () => {
  await using gateway = await gatewayForTest();
  const answer = await answerOf(await fetch(`${gateway.url}/global/rendercloud/v1/jobs`, { method: "PUT" }));
  expect(answer).toMatchObject({ status: 405, body: { code: 405, status: "METHOD_NOT_ALLOWED" } });
  expect(answer.headers.get("allow")).toBe("POST");
  expect(answer.body.details.message).toContain("POST");
  expect((await fetch(`${gateway.url}/global/rendercloud/v1/nothing`)).status).toBe(404);
});
