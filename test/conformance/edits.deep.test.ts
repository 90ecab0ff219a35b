// Eight edits of every file of the conformance set, parsed and checked after each

import "./edits.test.ts";
