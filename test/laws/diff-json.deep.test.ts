// The schema of differences on 150 pairs of layers

import "./diff-json.test.ts";
