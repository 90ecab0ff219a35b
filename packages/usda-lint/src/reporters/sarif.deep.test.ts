// SARIF logs of 60 hostile reports

import "./sarif.test.ts";
