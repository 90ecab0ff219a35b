// The rules and their fixes on 4,500 mutated texts and 300 layers

import "./rules.test.ts";
