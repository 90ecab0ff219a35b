// Campaign in CI: The service on SQLite, killed four times during its work

import { testDurability } from "./test-support/durability-suite.ts";
import { startSqliteFleet } from "./test-support/fleets.ts";

testDurability("SQLite, one process", 4, startSqliteFleet);
