// Texts nested 3,000 deep, dumped, printed and read again

import "./nesting.test.ts";
