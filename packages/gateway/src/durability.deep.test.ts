// The service on SQLite, killed during its work 20 times instead of 2.

import "./durability.test.ts";
