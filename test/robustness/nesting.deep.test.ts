// Texts nested 20,000 deep, parsed, and 3,000 deep, dumped, printed and read again

import "./nesting.test.ts";
