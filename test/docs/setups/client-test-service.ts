import { SpatialClient } from "@usdkit/client";
import { expect } from "vitest";

export { expect, SpatialClient };
