// Every fault at every endpoint

import "./fault-matrix.test.ts";
