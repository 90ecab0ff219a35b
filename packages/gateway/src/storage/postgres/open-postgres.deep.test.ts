// A PostgreSQL server that is killed under load 8 times instead of once.

import "./open-postgres.test.ts";
