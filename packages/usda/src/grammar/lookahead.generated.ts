// Made by `pnpm run lookahead` from packages/usda/src/grammar/rules. Not to be changed by hand.
import type { LookaheadTable } from "./chevrotain/lookahead-table.ts";

export const lookahead: LookaheadTable = {
  bracketedValue: {
    OR: ["LeftParenthesis", "LeftBracket"],
    OR1: [
      "Number",
      "Comma",
      "String",
      "Identifier",
      "HeadWord",
      "Asset",
      "LeftParenthesis",
      "LeftBracket",
      "RightParenthesis",
      "RightBracket",
    ],
    MANY: "Identifier Number String Asset LeftParenthesis RightParenthesis LeftBracket RightBracket Comma HeadWord",
  },
  dictionaryEntry: {
    OR: [
      "Numbers",
      "Number",
      "String",
      "Identifier",
      "Asset",
      "Path",
      "ArrayEdit",
      "LeftParenthesis LeftBracket",
      "LeftBrace",
    ],
    OPTION: "String",
  },
  dictionary: {
    OR: ["HeadWord", "RightBrace", "Semicolon"],
    MANY: "RightBrace Semicolon HeadWord",
  },
  paths: {
    OR: ["Path", "Identifier", "LeftBracket"],
    OR1: ["Path", "Comma"],
    MANY: "Path Comma",
  },
  nameList: {
    OR: ["String", "LeftBracket"],
    OR1: ["String", "Comma"],
    MANY: "String Comma",
  },
  arcParameters: {
    OR: ["HeadWord", "Semicolon"],
    OR1: ["EqualsNumber", "EqualsDictionary"],
    OR2: ["Number", "Identifier"],
    MANY: "Semicolon HeadWord",
  },
  arcItem: {
    OR: ["Path", "Asset"],
    OPTION: "Path",
    OPTION1: "LeftParenthesis",
  },
  references: {
    OR: ["Asset Path", "Identifier", "LeftBracket"],
    OR1: ["Asset Path", "Comma"],
    MANY: "Asset Path Comma",
  },
  subLayers: {
    OR: ["Asset", "Comma"],
    MANY: "Asset Comma",
    OPTION: "LeftParenthesis",
  },
  stringMap: {
    OR: ["String", "Comma"],
    MANY: "String Comma",
  },
  relocates: {
    OR: ["Path", "Comma"],
    MANY: "Path Comma",
  },
  timeSample: {
    OR: ["Number", "Identifier", "HeadWord"],
    OR9: ["Numbers", "Number", "String", "Identifier", "Asset", "Path", "ArrayEdit", "LeftParenthesis LeftBracket"],
  },
  timeSamples: {
    OR: ["Samples", "LeftBrace"],
    OR1: ["Identifier Number HeadWord", "Comma"],
    MANY: "Identifier Number Comma HeadWord",
  },
  spline: {
    OR: [
      "Number",
      "Comma",
      "Semicolon",
      "Colon",
      "Ampersand",
      "Identifier",
      "HeadWord",
      "LeftParenthesis",
      "RightParenthesis",
      "LeftBrace",
    ],
    MANY: "Identifier Number LeftBrace LeftParenthesis RightParenthesis Colon Semicolon Comma Ampersand HeadWord",
  },
  listOperationValue: {
    OR: ["Numbers", "Number", "String", "Identifier", "Asset", "Path", "ArrayEdit", "LeftParenthesis LeftBracket"],
  },
  metadataEntry: {
    OR: [
      "EqualsMetadata",
      "EqualsListOperation",
      "EqualsDictionary",
      "EqualsPaths",
      "EqualsReferences",
      "EqualsNames",
      "EqualsStringMap",
      "EqualsString",
      "EqualsWord",
      "EqualsRelocates",
      "EqualsSubLayers",
    ],
    OR1: [
      "Numbers",
      "Number",
      "String",
      "Identifier",
      "Asset",
      "Path",
      "ArrayEdit",
      "LeftParenthesis LeftBracket",
      "LeftBrace",
    ],
    OPTION: "Identifier",
  },
  metadata: {
    OR: ["HeadWord", "Semicolon", "String"],
    MANY: "String Semicolon HeadWord",
  },
  metadataRest: {
    OR: ["HeadWord", "Semicolon", "String"],
    MANY: "String Semicolon HeadWord",
  },
  member: {
    OR: ["EqualsPaths", "EqualsTimeSamples", "EqualsSpline", "EqualsPath"],
  },
  property: {
    OR: ["EqualsValue", "EqualsPaths", "EqualsNames", "Dot", "LeftBracket"],
    OR9: ["Numbers", "Number", "String", "Identifier", "Asset", "Path", "ArrayEdit", "LeftParenthesis LeftBracket"],
    OPTION: "LeftBracket Dot EqualsValue EqualsPaths EqualsNames",
    OPTION1: "LeftParenthesis",
  },
  prim: {
    MANY: "Dot",
    OPTION: "LeftParenthesis",
  },
  variantSet: {},
  variant: {
    OPTION: "LeftParenthesis",
  },
  statements: {
    OR: ["HeadWord", "Specifier", "RightBrace", "String", "VariantSet", "Semicolon"],
    MANY: "Specifier VariantSet String RightBrace Semicolon HeadWord",
  },
  layer: {
    OPTION: "LeftParenthesis",
  },
  headRest: {},
  propertyRest: {},
};
