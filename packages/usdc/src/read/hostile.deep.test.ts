// 200,000 changes of bits and bytes.

import "./hostile.test.ts";
