// Every tenth real file edited at several specs, and 300 texts in random spacing formatted.

import "./laws.test.ts";
