// The laws of printing on 300 layers each

import "./print.test.ts";
