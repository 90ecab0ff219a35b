// 20,000 sequences of edits, each text reparsed and compared with a full parse.
import "./reparse-usda.test.ts";
