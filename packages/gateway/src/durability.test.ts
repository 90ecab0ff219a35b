import { testDurability } from "./test-support/durability-suite.ts";
import { startSqliteFleet } from "./test-support/fleets.ts";

testDurability("SQLite, one process", 20, startSqliteFleet);
