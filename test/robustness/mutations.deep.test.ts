// 20,000 mutations of real files by tokens and bytes, and 2,000 with control characters.

import "./mutations.test.ts";
