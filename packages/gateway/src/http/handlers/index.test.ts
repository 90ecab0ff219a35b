import { endpointList } from "@usdkit/contract";
import { expect, test } from "vitest";
import { handlers } from "./index.ts";

test("each endpoint of the contract has one handler", () => {
  const ids = handlers.map(({ endpoint }) => endpoint.id);
  expect(ids.toSorted()).toEqual(endpointList.map(([, { id }]) => id).toSorted());
});
