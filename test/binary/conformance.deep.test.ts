// Every conformance text as a crate.

import "./conformance.test.ts";
