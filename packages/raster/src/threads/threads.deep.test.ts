// Images of four samples with 2, 3 and 8 threads

import "./threads.test.ts";
