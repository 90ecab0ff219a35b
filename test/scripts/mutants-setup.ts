// A change is noticed by the first counterexample of a property: a smaller one would cost time only.
import * as fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
