// Every fault of HTTP at every endpoint of an upload

import "./upload-faults.test.ts";
