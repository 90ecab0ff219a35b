/** Metadata: `( key = value … )`. */
import type { Rule, RuleBuilder, RuleReaders } from "../rule-builder.ts";
import * as T from "../tokens.ts";
import { anyValue, valueAlternatives } from "./values.ts";

/** The value after the `=` of metadata. */
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

export function metadataEntryRule($: RuleBuilder, read: RuleReaders, rules: MetadataValueRules): Rule {
  const { bracketedValue, dictionary, paths, nameList, references, subLayers, stringMap, relocates } = rules;
  const block = {
    ALT: () => {
      $.SUBRULE(dictionary);
      read.metadataValues.markDictionary();
    },
  };
  const metadataValues = {
    DEF: [...valueAlternatives($, read, bracketedValue), block],
    ERR_MSG: "`None`, a value or a dictionary",
  };
  const listValue = anyValue($, read, bracketedValue);
  const listOperationValue = $.RULE("listOperationValue", () => $.OR(listValue));
  // A word on the next line is a head word: it begins the next entry.
  const bareWord = () => read.metadataValues.word($.CONSUME1(T.Identifier));
  const assignments = {
    DEF: [
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsMetadata));
          $.OR1(metadataValues);
          read.metadataValues.value();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsListOperation));
          $.SUBRULE(listOperationValue);
          read.metadataValues.listOperation();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsDictionary));
          $.SUBRULE1(dictionary);
          read.metadataValues.dictionary();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsPaths));
          $.SUBRULE(paths);
          read.metadataValues.paths();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsReferences));
          $.SUBRULE(references);
          read.metadataValues.references();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsNames));
          $.SUBRULE(nameList);
          read.metadataValues.names();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsStringMap));
          $.SUBRULE(stringMap);
          read.metadataValues.stringMap();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsString));
          read.metadataValues.string($.CONSUME(T.StringToken));
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsWord));
          read.metadataValues.wordBegin();
          $.OPTION(bareWord);
          read.metadataValues.wordDone();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsRelocates));
          $.SUBRULE(relocates);
          read.metadataValues.relocates();
        },
      },
      {
        ALT: () => {
          read.metadata.assignment($.CONSUME(T.EqualsSubLayers));
          $.SUBRULE(subLayers);
          read.metadataValues.subLayers();
        },
      },
    ],
    ERR_MSG: "`=`",
  };
  return $.RULE("metadataEntry", () => {
    read.metadata.entryBegin($.CONSUME(T.HeadWord));
    $.OR(assignments);
    read.metadata.entryDone();
  });
}

export interface MetadataRules {
  readonly metadata: Rule;
  /** The rest of a block after an error in one of its entries. */
  readonly metadataRest: Rule;
}

export function metadataRules($: RuleBuilder, read: RuleReaders, metadataEntry: Rule): MetadataRules {
  const items = [
    { ALT: () => $.SUBRULE(metadataEntry) },
    { ALT: () => read.statements.separator($.CONSUME(T.Semicolon)) },
    { ALT: () => read.metadata.comment($.CONSUME(T.StringToken)) },
  ];
  const rest = () => {
    $.manyOr(0, items);
    read.metadata.end();
    read.metadata.close($.CONSUME(T.RightParenthesis));
  };
  const metadata = $.RULE("metadata", () => {
    read.metadata.open($.CONSUME(T.LeftParenthesis));
    rest();
  });
  return { metadata, metadataRest: $.RULE("metadataRest", rest) };
}

/** The rest of a head, from its metadata on, after an error in the metadata. */
export function headRestRule($: RuleBuilder, read: RuleReaders, metadataRest: Rule): Rule {
  return $.RULE("headRest", () => {
    $.SUBRULE(metadataRest);
    read.blocks.open($.CONSUME(T.LeftBrace));
  });
}

/** The same for a property. */
export function propertyRestRule($: RuleBuilder, read: RuleReaders, metadataRest: Rule): Rule {
  return $.RULE("propertyRest", () => {
    $.SUBRULE(metadataRest);
    read.properties.end();
  });
}
