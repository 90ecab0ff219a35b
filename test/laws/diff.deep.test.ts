// The laws of differences on up to 1,000 pairs of layers each

import "./diff.test.ts";
