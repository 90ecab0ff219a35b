// Each of the bad statements in 25 layers

import "./recovery.test.ts";
