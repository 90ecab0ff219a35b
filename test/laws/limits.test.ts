// The limit of the service is in its contract, and where scenes are built and checked: neither may import the other.
import { limits } from "@usdkit/contract";
import { DEFAULT_MAX_RESOLUTION } from "@usdkit/service-scene";
import { expect, test } from "vitest";

test("contract and schema have the same maximum resolution", () => {
  expect(limits.resolutionPixels).toBe(DEFAULT_MAX_RESOLUTION);
});
