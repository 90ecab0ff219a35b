// Findings after edits: 20,000 scenes with edits, by a check of what changed and by a whole check.
import "./scene-check.test.ts";
