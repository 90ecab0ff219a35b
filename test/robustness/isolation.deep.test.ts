// 400 broken texts, none of which changes how the next is read

import "./isolation.test.ts";
