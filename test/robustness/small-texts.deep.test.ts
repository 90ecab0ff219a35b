// A rich file cut at every byte, and without or with two of every token

import "./small-texts.test.ts";
