// The laws of formatting on 200 layers each

import "./format.test.ts";
