// 20,000 sequences of edits, each text parsed again and from the beginning
import "./reparse-usda.test.ts";
