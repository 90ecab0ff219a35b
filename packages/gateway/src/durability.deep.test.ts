// The service on SQLite, killed in the middle of its work 20 times instead of 2.

import "./durability.test.ts";
