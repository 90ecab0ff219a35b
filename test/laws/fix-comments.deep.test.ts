// Comments under fixes: 20,000 scenes of the rules' examples, 5,000 composed layers, every file of the conformance set

import "./fix-comments.test.ts";
