/** Chevrotain's token types for the kinds of the scanner, and for the kinds of `=`. */
import type { TokenType } from "chevrotain";
import { createToken, EOF } from "chevrotain";
import { Assignment } from "../read/assignment.ts";
import { TokenKind } from "../scan/token-kinds.ts";

/** The pattern `Lexer.NA`; an import of chevrotain's lexer would load code that is never used. */
const NO_PATTERN = /NOT_APPLICABLE/;

function token(name: string, label: string): TokenType {
  return createToken({ name, label, pattern: NO_PATTERN });
}

export const Identifier: TokenType = token("Identifier", "a name");
export const HeadWord: TokenType = token("HeadWord", "a name");
export const Specifier: TokenType = token("Specifier", "`def`, `over` or `class`");
export const VariantSet: TokenType = token("VariantSet", "`variantSet`");
export const NumberToken: TokenType = token("Number", "a number");
export const StringToken: TokenType = token("String", "a quoted string");
export const Asset: TokenType = token("Asset", "an asset path (@…@)");
export const Path: TokenType = token("Path", "a path (<…>)");
export const LeftBrace: TokenType = token("LeftBrace", "`{`");
export const RightBrace: TokenType = token("RightBrace", "`}`");
export const LeftParenthesis: TokenType = token("LeftParenthesis", "`(`");
export const RightParenthesis: TokenType = token("RightParenthesis", "`)`");
export const LeftBracket: TokenType = token("LeftBracket", "`[`");
export const RightBracket: TokenType = token("RightBracket", "`]`");
export const Equals: TokenType = token("Equals", "`=`");
export const Colon: TokenType = token("Colon", "`:`");
export const Semicolon: TokenType = token("Semicolon", "`;`");
export const Comma: TokenType = token("Comma", "`,`");
export const Dot: TokenType = token("Dot", "`.`");
export const Ampersand: TokenType = token("Ampersand", "`&`");
export const Numbers: TokenType = token("Numbers", "numbers");
export const Samples: TokenType = token("Samples", "time samples");
export const ArrayEdit: TokenType = token("ArrayEdit", "an array edit");
export const Invalid: TokenType = token("Invalid", "an invalid token");

export const EqualsValue: TokenType = token("EqualsValue", "`=`");
export const EqualsTimeSamples: TokenType = token("EqualsTimeSamples", "`=`");
export const EqualsSpline: TokenType = token("EqualsSpline", "`=`");
export const EqualsPaths: TokenType = token("EqualsPaths", "`=`");
export const EqualsPath: TokenType = token("EqualsPath", "`=`");
export const EqualsMetadata: TokenType = token("EqualsMetadata", "`=`");
export const EqualsListOperation: TokenType = token("EqualsListOperation", "`=`");
export const EqualsDictionary: TokenType = token("EqualsDictionary", "`=`");
export const EqualsReferences: TokenType = token("EqualsReferences", "`=`");
export const EqualsNames: TokenType = token("EqualsNames", "`=`");
export const EqualsStringMap: TokenType = token("EqualsStringMap", "`=`");
export const EqualsString: TokenType = token("EqualsString", "`=`");
export const EqualsWord: TokenType = token("EqualsWord", "`=`");
export const EqualsRelocates: TokenType = token("EqualsRelocates", "`=`");
export const EqualsSubLayers: TokenType = token("EqualsSubLayers", "`=`");
export const EqualsNumber: TokenType = token("EqualsNumber", "`=`");
export const EqualsVariantSet: TokenType = token("EqualsVariantSet", "`=`");

/** Token types by kind, those of `=` after the scanner's. */
export const tokenTypes: readonly TokenType[] = (() => {
  const types: TokenType[] = [];
  types[TokenKind.endOfFile] = EOF;
  types[TokenKind.identifier] = Identifier;
  types[TokenKind.headWord] = HeadWord;
  types[TokenKind.specifier] = Specifier;
  types[TokenKind.variantSet] = VariantSet;
  types[TokenKind.number] = NumberToken;
  types[TokenKind.string] = StringToken;
  types[TokenKind.asset] = Asset;
  types[TokenKind.path] = Path;
  types[TokenKind.leftBrace] = LeftBrace;
  types[TokenKind.rightBrace] = RightBrace;
  types[TokenKind.leftParenthesis] = LeftParenthesis;
  types[TokenKind.rightParenthesis] = RightParenthesis;
  types[TokenKind.leftBracket] = LeftBracket;
  types[TokenKind.rightBracket] = RightBracket;
  types[TokenKind.equals] = Equals;
  types[TokenKind.colon] = Colon;
  types[TokenKind.semicolon] = Semicolon;
  types[TokenKind.comma] = Comma;
  types[TokenKind.dot] = Dot;
  types[TokenKind.ampersand] = Ampersand;
  types[TokenKind.numbers] = Numbers;
  types[TokenKind.samples] = Samples;
  types[TokenKind.arrayEdit] = ArrayEdit;
  types[TokenKind.invalid] = Invalid;
  types[Assignment.value] = EqualsValue;
  types[Assignment.timeSamples] = EqualsTimeSamples;
  types[Assignment.spline] = EqualsSpline;
  types[Assignment.paths] = EqualsPaths;
  types[Assignment.path] = EqualsPath;
  types[Assignment.metadata] = EqualsMetadata;
  types[Assignment.listOperation] = EqualsListOperation;
  types[Assignment.dictionary] = EqualsDictionary;
  types[Assignment.references] = EqualsReferences;
  types[Assignment.names] = EqualsNames;
  types[Assignment.stringMap] = EqualsStringMap;
  types[Assignment.string] = EqualsString;
  types[Assignment.word] = EqualsWord;
  types[Assignment.relocates] = EqualsRelocates;
  types[Assignment.subLayers] = EqualsSubLayers;
  types[Assignment.number] = EqualsNumber;
  types[Assignment.variantSet] = EqualsVariantSet;
  return types;
})();
