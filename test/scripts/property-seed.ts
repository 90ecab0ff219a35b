// Gives the properties of a run their seed; vitest runs this before each file of tests.

import * as fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject("seed") });
