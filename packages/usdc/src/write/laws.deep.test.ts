// 5,000 arbitrary layers as text, crate and text, in every version.

import "./laws.test.ts";
