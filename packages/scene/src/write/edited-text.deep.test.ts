// 163 real files opened and changed everywhere

import "./edited-text.test.ts";
