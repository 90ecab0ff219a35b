// The ranges of 200 layers, printed and in any layout

import "./ranges.test.ts";
