import { inject } from "vitest";
import { testDurability } from "./test-support/durability-suite.ts";
import { startSqliteFleet } from "./test-support/fleets.ts";

testDurability("SQLite, one process", inject("deep") ? 20 : 2, startSqliteFleet);
