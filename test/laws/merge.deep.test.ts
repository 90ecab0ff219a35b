// The laws of merges on 2,000 layers each

import "./merge.test.ts";
