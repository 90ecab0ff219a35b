/** Metadata: `( key = value … )`. */
import type { Rule, RuleBuilder } from "../rule-builder.ts";
import * as T from "../tokens.ts";
import { anyValue, valueAlternatives } from "./values.ts";

/** What stands after the `=` of metadata. */
export interface MetadataValueRules {
  readonly bracketedValue: Rule;
  readonly dictionary: Rule;
  readonly paths: Rule;
  readonly nameList: Rule;
  readonly references: Rule;
  readonly subLayers: Rule;
  readonly stringMap: Rule;
  readonly relocates: Rule;
}

export function metadataEntryRule($: RuleBuilder, rules: MetadataValueRules): Rule {
  const { bracketedValue, dictionary, paths, nameList, references, subLayers, stringMap, relocates } = rules;
  const block = {
    ALT: () => {
      $.SUBRULE(dictionary);
      $.actions.markDictionary();
    },
  };
  const metadataValues = {
    DEF: [...valueAlternatives($, bracketedValue), block],
    ERR_MSG: "`None`, a value or a dictionary",
  };
  const listValue = anyValue($, bracketedValue);
  const listOperationValue = $.RULE("listOperationValue", () => $.OR(listValue));
  // A word on the next line is a head word: it begins the next entry.
  const bareWord = () => $.actions.entryBareWord($.CONSUME1(T.Identifier));
  const assignments = {
    DEF: [
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsMetadata));
          $.OR1(metadataValues);
          $.actions.metadataValue();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsListOperation));
          $.SUBRULE(listOperationValue);
          $.actions.metadataListOperation();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsDictionary));
          $.SUBRULE1(dictionary);
          $.actions.metadataDictionary();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsPaths));
          $.SUBRULE(paths);
          $.actions.metadataPaths();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsReferences));
          $.SUBRULE(references);
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsNames));
          $.SUBRULE(nameList);
          $.actions.metadataNames();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsStringMap));
          $.SUBRULE(stringMap);
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsString));
          $.actions.entryString($.CONSUME(T.StringToken));
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsWord));
          $.OPTION(bareWord);
          $.actions.entryWordDone();
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsRelocates));
          $.SUBRULE(relocates);
        },
      },
      {
        ALT: () => {
          $.actions.entryAssignment($.CONSUME(T.EqualsSubLayers));
          $.SUBRULE(subLayers);
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  return $.RULE("metadataEntry", () => {
    $.actions.entryBegin($.CONSUME(T.HeadWord));
    $.OR(assignments);
    $.actions.entryDone();
  });
}

export function metadataRule($: RuleBuilder, metadataEntry: Rule): Rule {
  const items = [
    { ALT: () => $.SUBRULE(metadataEntry) },
    { ALT: () => $.actions.separator($.CONSUME(T.Semicolon)) },
    { ALT: () => $.actions.commentEntry($.CONSUME(T.StringToken)) },
  ];
  const item = () => $.OR(items);
  return $.RULE("metadata", () => {
    $.actions.metadataOpen($.CONSUME(T.LeftParenthesis));
    $.MANY(item);
    $.actions.metadataEnd();
    $.actions.metadataClose($.CONSUME(T.RightParenthesis));
  });
}
