// Campaign: The service on SQLite, killed during its work 20 times instead of once

import { inject } from "vitest";
import { testDurability } from "./test-support/durability-suite.ts";
import { startSqliteFleet } from "./test-support/fleets.ts";

testDurability("SQLite, one process", inject("deep") ? 20 : 1, startSqliteFleet);
