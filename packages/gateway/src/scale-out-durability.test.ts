import { testDurability } from "./test-support/durability-suite.ts";
import { startPostgresFleet } from "./test-support/fleets.ts";
import { noPostgres } from "./test-support/postgres-server.ts";

testDurability("PostgreSQL, two API and two worker processes", 6, startPostgresFleet, noPostgres);
