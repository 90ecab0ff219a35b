// Campaign in CI: Two API and two worker processes on PostgreSQL; processes or the database are killed 12 times

import { testDurability } from "./test-support/durability-suite.ts";
import { startPostgresFleet } from "./test-support/fleets.ts";
import { noPostgres } from "./test-support/postgres-server.ts";

testDurability("PostgreSQL, two API and two worker processes", 12, startPostgresFleet, noPostgres);
