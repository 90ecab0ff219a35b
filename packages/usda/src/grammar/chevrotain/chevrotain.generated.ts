// Parts of @chevrotain/utils 13.2.0 (Apache-2.0), chevrotain 13.2.0 (Apache-2.0), by `npx -y pnpm@12 run chevrotain`.
// Modules that the parser does not use are left out or empty. Not to be changed by hand.

// @ts-nocheck
/* oxlint-disable */
import type { ChevrotainParser, ParserConfig, TokenConfig, TokenType } from "./chevrotain-types.ts";
// chevrotain/lib/src/version.js
const VERSION = "13.2.0";
// @chevrotain/utils/lib/src/timer.js
function timer(func) {
	const start = new Date().getTime();
	const val = func();
	return {
		time: new Date().getTime() - start,
		value: val
	};
}
// @chevrotain/utils/lib/src/to-fast-properties.js
function toFastProperties(toBecomeFast) {
	function FakeConstructor() {}
	FakeConstructor.prototype = toBecomeFast;
	const fakeInstance = new FakeConstructor();
	function fakeAccess() {
		return typeof fakeInstance.bar;
	}
	fakeAccess();
	fakeAccess();
	return toBecomeFast;
}
// chevrotain/lib/src/scan/lexer_public.js
const Lexer = { NA: /NOT_APPLICABLE/ };
// chevrotain/lib/src/scan/tokens.js
function tokenStructuredMatcher(tokInstance, tokConstructor) {
	const instanceType = tokInstance.tokenTypeIdx;
	if (instanceType === tokConstructor.tokenTypeIdx) return true;
	else return tokConstructor.isParent === true && tokConstructor.categoryMatchesMap[instanceType] === true;
}
function tokenStructuredMatcherNoCategories(token, tokType) {
	return token.tokenTypeIdx === tokType.tokenTypeIdx;
}
let tokenShortNameIdx = 1;
const tokenIdxToClass = {};
function augmentTokenTypes(tokenTypes) {
	const tokenTypesAndParents = expandCategories(tokenTypes);
	assignTokenDefaultProps(tokenTypesAndParents);
	assignCategoriesMapProp(tokenTypesAndParents);
	assignCategoriesTokensProp(tokenTypesAndParents);
	tokenTypesAndParents.forEach((tokType) => {
		tokType.isParent = tokType.categoryMatches.length > 0;
	});
}
function expandCategories(tokenTypes) {
	let result = [...tokenTypes];
	let categories = tokenTypes;
	let searching = true;
	while (searching) {
		categories = categories.map((currTokType) => currTokType.CATEGORIES).flat().filter(Boolean);
		const newCategories = categories.filter((x) => !result.includes(x));
		result = result.concat(newCategories);
		if (newCategories.length === 0) searching = false;
		else categories = newCategories;
	}
	return result;
}
function assignTokenDefaultProps(tokenTypes) {
	tokenTypes.forEach((currTokType) => {
		if (!hasShortKeyProperty(currTokType)) {
			tokenIdxToClass[tokenShortNameIdx] = currTokType;
			currTokType.tokenTypeIdx = tokenShortNameIdx++;
		}
		if (hasCategoriesProperty(currTokType) && !Array.isArray(currTokType.CATEGORIES)) currTokType.CATEGORIES = [currTokType.CATEGORIES];
		if (!hasCategoriesProperty(currTokType)) currTokType.CATEGORIES = [];
		if (!hasExtendingTokensTypesProperty(currTokType)) currTokType.categoryMatches = [];
		if (!hasExtendingTokensTypesMapProperty(currTokType)) currTokType.categoryMatchesMap = {};
	});
}
function assignCategoriesTokensProp(tokenTypes) {
	tokenTypes.forEach((currTokType) => {
		currTokType.categoryMatches = [];
		Object.keys(currTokType.categoryMatchesMap).forEach((key) => {
			currTokType.categoryMatches.push(tokenIdxToClass[key].tokenTypeIdx);
		});
	});
}
function assignCategoriesMapProp(tokenTypes) {
	tokenTypes.forEach((currTokType) => {
		singleAssignCategoriesToksMap([], currTokType);
	});
}
function singleAssignCategoriesToksMap(path, nextNode) {
	path.forEach((pathNode) => {
		nextNode.categoryMatchesMap[pathNode.tokenTypeIdx] = true;
	});
	nextNode.CATEGORIES.forEach((nextCategory) => {
		const newPath = path.concat(nextNode);
		if (!newPath.includes(nextCategory)) singleAssignCategoriesToksMap(newPath, nextCategory);
	});
}
function hasShortKeyProperty(tokType) {
	return Object.hasOwn(tokType !== null && tokType !== void 0 ? tokType : {}, "tokenTypeIdx");
}
function hasCategoriesProperty(tokType) {
	return Object.hasOwn(tokType !== null && tokType !== void 0 ? tokType : {}, "CATEGORIES");
}
function hasExtendingTokensTypesProperty(tokType) {
	return Object.hasOwn(tokType !== null && tokType !== void 0 ? tokType : {}, "categoryMatches");
}
function hasExtendingTokensTypesMapProperty(tokType) {
	return Object.hasOwn(tokType !== null && tokType !== void 0 ? tokType : {}, "categoryMatchesMap");
}
function isTokenType(tokType) {
	return Object.hasOwn(tokType !== null && tokType !== void 0 ? tokType : {}, "tokenTypeIdx");
}
// chevrotain/lib/src/scan/tokens_public.js
const PARENT = "parent";
const CATEGORIES = "categories";
const LABEL = "label";
const GROUP = "group";
const PUSH_MODE = "push_mode";
const POP_MODE = "pop_mode";
const LONGER_ALT = "longer_alt";
const LINE_BREAKS = "line_breaks";
const START_CHARS_HINT = "start_chars_hint";
function createToken(config) {
	return createTokenInternal(config);
}
function createTokenInternal(config) {
	const pattern = config.pattern;
	const tokenType = {};
	tokenType.name = config.name;
	if (pattern !== void 0) tokenType.PATTERN = pattern;
	if (Object.hasOwn(config, PARENT)) throw "The parent property is no longer supported.\nSee: https://github.com/chevrotain/chevrotain/issues/564#issuecomment-349062346 for details.";
	if (Object.hasOwn(config, CATEGORIES)) tokenType.CATEGORIES = config[CATEGORIES];
	augmentTokenTypes([tokenType]);
	if (Object.hasOwn(config, LABEL)) tokenType.LABEL = config[LABEL];
	if (Object.hasOwn(config, GROUP)) tokenType.GROUP = config[GROUP];
	if (Object.hasOwn(config, POP_MODE)) tokenType.POP_MODE = config[POP_MODE];
	if (Object.hasOwn(config, PUSH_MODE)) tokenType.PUSH_MODE = config[PUSH_MODE];
	if (Object.hasOwn(config, LONGER_ALT)) tokenType.LONGER_ALT = config[LONGER_ALT];
	if (Object.hasOwn(config, LINE_BREAKS)) tokenType.LINE_BREAKS = config[LINE_BREAKS];
	if (Object.hasOwn(config, START_CHARS_HINT)) tokenType.START_CHARS_HINT = config[START_CHARS_HINT];
	return tokenType;
}
const EOF = createToken({
	name: "EOF",
	pattern: Lexer.NA
});
augmentTokenTypes([EOF]);
function createTokenInstance(tokType, image, startOffset, endOffset, startLine, endLine, startColumn, endColumn) {
	return {
		image,
		startOffset,
		endOffset,
		startLine,
		endLine,
		startColumn,
		endColumn,
		tokenTypeIdx: tokType.tokenTypeIdx,
		tokenType: tokType
	};
}
// chevrotain/lib/src/parse/parser/traits/recoverable.js
var Recoverable = class {
	initRecoverable() {
		this.recoveryEnabled = false;
	}
};
// chevrotain/lib/src/parse/grammar/keys.js
const AT_LEAST_ONE_IDX = 1024;
const MANY_SEP_IDX = 1280;
const AT_LEAST_ONE_SEP_IDX = 1536;
// @chevrotain/gast/lib/src/api.js
var GAstVisitor = class {};
// chevrotain/lib/src/parse/parser/traits/looksahead.js
var LooksAhead = class {
	initLooksAhead(config) {
		this.dynamicTokensEnabled = Object.hasOwn(config, "dynamicTokensEnabled") ? config.dynamicTokensEnabled : DEFAULT_PARSER_CONFIG.dynamicTokensEnabled;
		this.maxLookahead = Object.hasOwn(config, "maxLookahead") ? config.maxLookahead : DEFAULT_PARSER_CONFIG.maxLookahead;
		this.lookaheadStrategy = Object.hasOwn(config, "lookaheadStrategy") ? config.lookaheadStrategy : new (void 0)({ maxLookahead: this.maxLookahead });
		this.lookAheadFuncsCache = [];
		this.currRuleLookaheadFuncs = [];
	}
	preComputeLookaheadFunctions(rules) {
		rules.forEach((currRule) => {
			this.TRACE_INIT(`${currRule.name} Rule Lookahead`, () => {
				const { alternation, repetition, option, repetitionMandatory, repetitionMandatoryWithSeparator, repetitionWithSeparator } = collectMethods(currRule);
				alternation.forEach((currProd) => {
					const prodIdx = currProd.idx === 0 ? "" : currProd.idx;
					this.TRACE_INIT(`${(void 0)(currProd)}${prodIdx}`, () => {
						const laFunc = this.lookaheadStrategy.buildLookaheadForAlternation({
							prodOccurrence: currProd.idx,
							rule: currRule,
							maxLookahead: currProd.maxLookahead || this.maxLookahead,
							hasPredicates: currProd.hasPredicates,
							dynamicTokensEnabled: this.dynamicTokensEnabled
						});
						this.setLaFuncCache(this.fullRuleNameToShort[currRule.name], 256 | currProd.idx, laFunc);
					});
				});
				repetition.forEach((currProd) => {
					this.computeLookaheadFunc(currRule, currProd.idx, 768, "Repetition", currProd.maxLookahead, (void 0)(currProd));
				});
				option.forEach((currProd) => {
					this.computeLookaheadFunc(currRule, currProd.idx, 512, "Option", currProd.maxLookahead, (void 0)(currProd));
				});
				repetitionMandatory.forEach((currProd) => {
					this.computeLookaheadFunc(currRule, currProd.idx, AT_LEAST_ONE_IDX, "RepetitionMandatory", currProd.maxLookahead, (void 0)(currProd));
				});
				repetitionMandatoryWithSeparator.forEach((currProd) => {
					this.computeLookaheadFunc(currRule, currProd.idx, AT_LEAST_ONE_SEP_IDX, "RepetitionMandatoryWithSeparator", currProd.maxLookahead, (void 0)(currProd));
				});
				repetitionWithSeparator.forEach((currProd) => {
					this.computeLookaheadFunc(currRule, currProd.idx, MANY_SEP_IDX, "RepetitionWithSeparator", currProd.maxLookahead, (void 0)(currProd));
				});
			});
		});
	}
	computeLookaheadFunc(rule, prodOccurrence, prodKey, prodType, prodMaxLookahead, dslMethodName) {
		this.TRACE_INIT(`${dslMethodName}${prodOccurrence === 0 ? "" : prodOccurrence}`, () => {
			const laFunc = this.lookaheadStrategy.buildLookaheadForOptional({
				prodOccurrence,
				rule,
				maxLookahead: prodMaxLookahead || this.maxLookahead,
				dynamicTokensEnabled: this.dynamicTokensEnabled,
				prodType
			});
			this.setLaFuncCache(this.fullRuleNameToShort[rule.name], prodKey | prodOccurrence, laFunc);
		});
	}
	setLaFuncCache(ruleIdx, key, value) {
		let ruleLookaheadFuncs = this.lookAheadFuncsCache[ruleIdx];
		if (ruleLookaheadFuncs === void 0) {
			ruleLookaheadFuncs = [];
			this.lookAheadFuncsCache[ruleIdx] = ruleLookaheadFuncs;
		}
		ruleLookaheadFuncs[key] = value;
	}
};
var DslMethodsCollectorVisitor = class extends GAstVisitor {
	constructor() {
		super(...arguments);
		this.dslMethods = {
			option: [],
			alternation: [],
			repetition: [],
			repetitionWithSeparator: [],
			repetitionMandatory: [],
			repetitionMandatoryWithSeparator: []
		};
	}
	reset() {
		this.dslMethods = {
			option: [],
			alternation: [],
			repetition: [],
			repetitionWithSeparator: [],
			repetitionMandatory: [],
			repetitionMandatoryWithSeparator: []
		};
	}
	visitOption(option) {
		this.dslMethods.option.push(option);
	}
	visitRepetitionWithSeparator(manySep) {
		this.dslMethods.repetitionWithSeparator.push(manySep);
	}
	visitRepetitionMandatory(atLeastOne) {
		this.dslMethods.repetitionMandatory.push(atLeastOne);
	}
	visitRepetitionMandatoryWithSeparator(atLeastOneSep) {
		this.dslMethods.repetitionMandatoryWithSeparator.push(atLeastOneSep);
	}
	visitRepetition(many) {
		this.dslMethods.repetition.push(many);
	}
	visitAlternation(or) {
		this.dslMethods.alternation.push(or);
	}
};
const collectorVisitor = new DslMethodsCollectorVisitor();
function collectMethods(rule) {
	collectorVisitor.reset();
	rule.accept(collectorVisitor);
	const dslMethods = collectorVisitor.dslMethods;
	collectorVisitor.reset();
	return dslMethods;
}
// chevrotain/lib/src/parse/parser/traits/tree_builder.js
var TreeBuilder = class {
	initTreeBuilder() {
		this.outputCst = false;
	}
	cstInvocationStateUpdate() {}
	cstFinallyStateUpdate() {}
};
// chevrotain/lib/src/parse/parser/traits/lexer_adapter.js
var LexerAdapter = class {
	initLexerAdapter() {
		this.tokVector = [];
		this.tokVectorLength = 0;
		this.currIdx = -1;
	}
	set input(newInput) {
		if (this.selfAnalysisDone !== true) throw Error(`Missing <performSelfAnalysis> invocation at the end of the Parser's constructor.`);
		this.reset();
		this.tokVector = newInput;
		this.tokVectorLength = newInput.length;
	}
	get input() {
		return this.tokVector;
	}
	SKIP_TOKEN() {
		if (this.currIdx <= this.tokVectorLength - 2) {
			this.consumeToken();
			return this.LA_FAST(1);
		} else return END_OF_FILE;
	}
	LA_FAST(howMuch) {
		const soughtIdx = this.currIdx + howMuch;
		return this.tokVector[soughtIdx];
	}
	LA(howMuch) {
		const soughtIdx = this.currIdx + howMuch;
		if (soughtIdx < 0 || this.tokVectorLength <= soughtIdx) return END_OF_FILE;
		else return this.tokVector[soughtIdx];
	}
	consumeToken() {
		this.currIdx++;
	}
	exportLexerState() {
		return this.currIdx;
	}
	importLexerState(newState) {
		this.currIdx = newState;
	}
	resetLexerState() {
		this.currIdx = -1;
	}
	moveToTerminatedState() {
		this.currIdx = this.tokVectorLength - 1;
	}
	getLexerPosition() {
		return this.exportLexerState();
	}
};
// chevrotain/lib/src/parse/exceptions_public.js
const MISMATCHED_TOKEN_EXCEPTION = "MismatchedTokenException";
const NO_VIABLE_ALT_EXCEPTION = "NoViableAltException";
const EARLY_EXIT_EXCEPTION = "EarlyExitException";
const NOT_ALL_INPUT_PARSED_EXCEPTION = "NotAllInputParsedException";
const RECOGNITION_EXCEPTION_NAMES = [
	MISMATCHED_TOKEN_EXCEPTION,
	NO_VIABLE_ALT_EXCEPTION,
	EARLY_EXIT_EXCEPTION,
	NOT_ALL_INPUT_PARSED_EXCEPTION
];
Object.freeze(RECOGNITION_EXCEPTION_NAMES);
function isRecognitionException(error) {
	return RECOGNITION_EXCEPTION_NAMES.includes(error.name);
}
var RecognitionException = class extends Error {
	constructor(message, token) {
		super(message);
		this.token = token;
		this.resyncedTokens = [];
		Object.setPrototypeOf(this, new.target.prototype);
		if (Error.captureStackTrace) Error.captureStackTrace(this, this.constructor);
	}
};
var MismatchedTokenException = class extends RecognitionException {
	constructor(message, token, previousToken) {
		super(message, token);
		this.previousToken = previousToken;
		this.name = MISMATCHED_TOKEN_EXCEPTION;
	}
};
var NoViableAltException = class extends RecognitionException {
	constructor(message, token, previousToken) {
		super(message, token);
		this.previousToken = previousToken;
		this.name = NO_VIABLE_ALT_EXCEPTION;
	}
};
var NotAllInputParsedException = class extends RecognitionException {
	constructor(message, token) {
		super(message, token);
		this.name = NOT_ALL_INPUT_PARSED_EXCEPTION;
	}
};
var EarlyExitException = class extends RecognitionException {
	constructor(message, token, previousToken) {
		super(message, token);
		this.previousToken = previousToken;
		this.name = EARLY_EXIT_EXCEPTION;
	}
};
// chevrotain/lib/src/parse/parser/traits/recognizer_api.js
var RecognizerApi = class {
	ACTION(impl) {
		return impl.call(this);
	}
	consume(idx, tokType, options) {
		return this.consumeInternal(tokType, idx, options);
	}
	subrule(idx, ruleToCall, options) {
		return this.subruleInternal(ruleToCall, idx, options);
	}
	option(idx, actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, idx);
	}
	or(idx, altsOrOpts) {
		return this.orInternal(altsOrOpts, idx);
	}
	many(idx, actionORMethodDef) {
		return this.manyInternal(idx, actionORMethodDef);
	}
	atLeastOne(idx, actionORMethodDef) {
		return this.atLeastOneInternal(idx, actionORMethodDef);
	}
	CONSUME(tokType, options) {
		return this.consumeInternal(tokType, 0, options);
	}
	CONSUME1(tokType, options) {
		return this.consumeInternal(tokType, 1, options);
	}
	CONSUME2(tokType, options) {
		return this.consumeInternal(tokType, 2, options);
	}
	CONSUME3(tokType, options) {
		return this.consumeInternal(tokType, 3, options);
	}
	CONSUME4(tokType, options) {
		return this.consumeInternal(tokType, 4, options);
	}
	CONSUME5(tokType, options) {
		return this.consumeInternal(tokType, 5, options);
	}
	CONSUME6(tokType, options) {
		return this.consumeInternal(tokType, 6, options);
	}
	CONSUME7(tokType, options) {
		return this.consumeInternal(tokType, 7, options);
	}
	CONSUME8(tokType, options) {
		return this.consumeInternal(tokType, 8, options);
	}
	CONSUME9(tokType, options) {
		return this.consumeInternal(tokType, 9, options);
	}
	SUBRULE(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 0, options);
	}
	SUBRULE1(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 1, options);
	}
	SUBRULE2(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 2, options);
	}
	SUBRULE3(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 3, options);
	}
	SUBRULE4(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 4, options);
	}
	SUBRULE5(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 5, options);
	}
	SUBRULE6(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 6, options);
	}
	SUBRULE7(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 7, options);
	}
	SUBRULE8(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 8, options);
	}
	SUBRULE9(ruleToCall, options) {
		return this.subruleInternal(ruleToCall, 9, options);
	}
	OPTION(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 0);
	}
	OPTION1(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 1);
	}
	OPTION2(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 2);
	}
	OPTION3(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 3);
	}
	OPTION4(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 4);
	}
	OPTION5(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 5);
	}
	OPTION6(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 6);
	}
	OPTION7(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 7);
	}
	OPTION8(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 8);
	}
	OPTION9(actionORMethodDef) {
		return this.optionInternal(actionORMethodDef, 9);
	}
	OR(altsOrOpts) {
		return this.orInternal(altsOrOpts, 0);
	}
	OR1(altsOrOpts) {
		return this.orInternal(altsOrOpts, 1);
	}
	OR2(altsOrOpts) {
		return this.orInternal(altsOrOpts, 2);
	}
	OR3(altsOrOpts) {
		return this.orInternal(altsOrOpts, 3);
	}
	OR4(altsOrOpts) {
		return this.orInternal(altsOrOpts, 4);
	}
	OR5(altsOrOpts) {
		return this.orInternal(altsOrOpts, 5);
	}
	OR6(altsOrOpts) {
		return this.orInternal(altsOrOpts, 6);
	}
	OR7(altsOrOpts) {
		return this.orInternal(altsOrOpts, 7);
	}
	OR8(altsOrOpts) {
		return this.orInternal(altsOrOpts, 8);
	}
	OR9(altsOrOpts) {
		return this.orInternal(altsOrOpts, 9);
	}
	MANY(actionORMethodDef) {
		this.manyInternal(0, actionORMethodDef);
	}
	MANY1(actionORMethodDef) {
		this.manyInternal(1, actionORMethodDef);
	}
	MANY2(actionORMethodDef) {
		this.manyInternal(2, actionORMethodDef);
	}
	MANY3(actionORMethodDef) {
		this.manyInternal(3, actionORMethodDef);
	}
	MANY4(actionORMethodDef) {
		this.manyInternal(4, actionORMethodDef);
	}
	MANY5(actionORMethodDef) {
		this.manyInternal(5, actionORMethodDef);
	}
	MANY6(actionORMethodDef) {
		this.manyInternal(6, actionORMethodDef);
	}
	MANY7(actionORMethodDef) {
		this.manyInternal(7, actionORMethodDef);
	}
	MANY8(actionORMethodDef) {
		this.manyInternal(8, actionORMethodDef);
	}
	MANY9(actionORMethodDef) {
		this.manyInternal(9, actionORMethodDef);
	}
	MANY_SEP(options) {
		this.manySepFirstInternal(0, options);
	}
	MANY_SEP1(options) {
		this.manySepFirstInternal(1, options);
	}
	MANY_SEP2(options) {
		this.manySepFirstInternal(2, options);
	}
	MANY_SEP3(options) {
		this.manySepFirstInternal(3, options);
	}
	MANY_SEP4(options) {
		this.manySepFirstInternal(4, options);
	}
	MANY_SEP5(options) {
		this.manySepFirstInternal(5, options);
	}
	MANY_SEP6(options) {
		this.manySepFirstInternal(6, options);
	}
	MANY_SEP7(options) {
		this.manySepFirstInternal(7, options);
	}
	MANY_SEP8(options) {
		this.manySepFirstInternal(8, options);
	}
	MANY_SEP9(options) {
		this.manySepFirstInternal(9, options);
	}
	AT_LEAST_ONE(actionORMethodDef) {
		this.atLeastOneInternal(0, actionORMethodDef);
	}
	AT_LEAST_ONE1(actionORMethodDef) {
		return this.atLeastOneInternal(1, actionORMethodDef);
	}
	AT_LEAST_ONE2(actionORMethodDef) {
		this.atLeastOneInternal(2, actionORMethodDef);
	}
	AT_LEAST_ONE3(actionORMethodDef) {
		this.atLeastOneInternal(3, actionORMethodDef);
	}
	AT_LEAST_ONE4(actionORMethodDef) {
		this.atLeastOneInternal(4, actionORMethodDef);
	}
	AT_LEAST_ONE5(actionORMethodDef) {
		this.atLeastOneInternal(5, actionORMethodDef);
	}
	AT_LEAST_ONE6(actionORMethodDef) {
		this.atLeastOneInternal(6, actionORMethodDef);
	}
	AT_LEAST_ONE7(actionORMethodDef) {
		this.atLeastOneInternal(7, actionORMethodDef);
	}
	AT_LEAST_ONE8(actionORMethodDef) {
		this.atLeastOneInternal(8, actionORMethodDef);
	}
	AT_LEAST_ONE9(actionORMethodDef) {
		this.atLeastOneInternal(9, actionORMethodDef);
	}
	AT_LEAST_ONE_SEP(options) {
		this.atLeastOneSepFirstInternal(0, options);
	}
	AT_LEAST_ONE_SEP1(options) {
		this.atLeastOneSepFirstInternal(1, options);
	}
	AT_LEAST_ONE_SEP2(options) {
		this.atLeastOneSepFirstInternal(2, options);
	}
	AT_LEAST_ONE_SEP3(options) {
		this.atLeastOneSepFirstInternal(3, options);
	}
	AT_LEAST_ONE_SEP4(options) {
		this.atLeastOneSepFirstInternal(4, options);
	}
	AT_LEAST_ONE_SEP5(options) {
		this.atLeastOneSepFirstInternal(5, options);
	}
	AT_LEAST_ONE_SEP6(options) {
		this.atLeastOneSepFirstInternal(6, options);
	}
	AT_LEAST_ONE_SEP7(options) {
		this.atLeastOneSepFirstInternal(7, options);
	}
	AT_LEAST_ONE_SEP8(options) {
		this.atLeastOneSepFirstInternal(8, options);
	}
	AT_LEAST_ONE_SEP9(options) {
		this.atLeastOneSepFirstInternal(9, options);
	}
	RULE(name, implementation, config = DEFAULT_RULE_CONFIG) {
		if (this.definedRulesNames.includes(name)) {
			const error = {
				message: (void 0).buildDuplicateRuleNameError({
					topLevelRule: name,
					grammarName: this.className
				}),
				type: ParserDefinitionErrorType.DUPLICATE_RULE_NAME,
				ruleName: name
			};
			this.definitionErrors.push(error);
		}
		this.definedRulesNames.push(name);
		const ruleImplementation = this.defineRule(name, implementation, config);
		this[name] = ruleImplementation;
		return ruleImplementation;
	}
	OVERRIDE_RULE(name, impl, config = DEFAULT_RULE_CONFIG) {
		const ruleErrors = (void 0)(name, this.definedRulesNames, this.className);
		this.definitionErrors = this.definitionErrors.concat(ruleErrors);
		const ruleImplementation = this.defineRule(name, impl, config);
		this[name] = ruleImplementation;
		return ruleImplementation;
	}
	BACKTRACK(grammarRule, args) {
		var _a;
		const ruleToCall = (_a = grammarRule.coreRule) !== null && _a !== void 0 ? _a : grammarRule;
		return function() {
			this.isBackTrackingStack.push(1);
			const orgState = this.saveRecogState();
			try {
				ruleToCall.apply(this, args);
				return true;
			} catch (e) {
				if (isRecognitionException(e)) return false;
				else throw e;
			} finally {
				this.reloadRecogState(orgState);
				this.isBackTrackingStack.pop();
			}
		};
	}
	getGAstProductions() {
		return this.gastProductionsCache;
	}
	getSerializedGastProductions() {
		return (void 0)(Object.values(this.gastProductionsCache));
	}
};
// chevrotain/lib/src/parse/parser/traits/recognizer_engine.js
var RecognizerEngine = class {
	initRecognizerEngine(tokenVocabulary, config) {
		this.className = this.constructor.name;
		this.shortRuleNameToFull = [];
		this.fullRuleNameToShort = {};
		this.ruleShortNameIdx = 0;
		this.tokenMatcher = tokenStructuredMatcherNoCategories;
		this.subruleIdx = 0;
		this.currRuleShortName = -1;
		this.definedRulesNames = [];
		this.tokensMap = {};
		this.isBackTrackingStack = [];
		this.RULE_STACK = [];
		this.RULE_STACK_IDX = -1;
		this.RULE_OCCURRENCE_STACK = [];
		this.RULE_OCCURRENCE_STACK_IDX = -1;
		this.gastProductionsCache = {};
		if (Object.hasOwn(config, "serializedGrammar")) throw Error("The Parser's configuration can no longer contain a <serializedGrammar> property.\n	See: https://chevrotain.io/docs/changes/BREAKING_CHANGES.html#_6-0-0\n	For Further details.");
		if (Array.isArray(tokenVocabulary)) {
			if (tokenVocabulary.length === 0) throw Error("A Token Vocabulary cannot be empty.\n	Note that the first argument for the parser constructor\n	is no longer a Token vector (since v4.0).");
			if (typeof tokenVocabulary[0].startOffset === "number") throw Error("The Parser constructor no longer accepts a token vector as the first argument.\n	See: https://chevrotain.io/docs/changes/BREAKING_CHANGES.html#_4-0-0\n	For Further details.");
		}
		if (Array.isArray(tokenVocabulary)) this.tokensMap = tokenVocabulary.reduce((acc, tokType) => {
			acc[tokType.name] = tokType;
			return acc;
		}, {});
		else if (Object.hasOwn(tokenVocabulary, "modes") && Object.values(tokenVocabulary.modes).flat().every(isTokenType)) {
			const allTokenTypes = Object.values(tokenVocabulary.modes).flat();
			const uniqueTokens = [...new Set(allTokenTypes)];
			this.tokensMap = uniqueTokens.reduce((acc, tokType) => {
				acc[tokType.name] = tokType;
				return acc;
			}, {});
		} else if (typeof tokenVocabulary === "object" && tokenVocabulary !== null) this.tokensMap = Object.assign({}, tokenVocabulary);
		else throw new Error("<tokensDictionary> argument must be An Array of Token constructors, A dictionary of Token constructors or an IMultiModeLexerDefinition");
		this.tokensMap["EOF"] = EOF;
		const noTokenCategoriesUsed = (Object.hasOwn(tokenVocabulary, "modes") ? Object.values(tokenVocabulary.modes).flat() : Object.values(tokenVocabulary)).every((tokenConstructor) => {
			var _a;
			return ((_a = tokenConstructor.categoryMatches) === null || _a === void 0 ? void 0 : _a.length) == 0;
		});
		this.tokenMatcher = noTokenCategoriesUsed ? tokenStructuredMatcherNoCategories : tokenStructuredMatcher;
		augmentTokenTypes(Object.values(this.tokensMap));
	}
	defineRule(ruleName, impl, config) {
		if (this.selfAnalysisDone) throw Error(`Grammar rule <${ruleName}> may not be defined after the 'performSelfAnalysis' method has been called'\nMake sure that all grammar rule definitions are done before 'performSelfAnalysis' is called.`);
		const resyncEnabled = Object.hasOwn(config, "resyncEnabled") ? config.resyncEnabled : DEFAULT_RULE_CONFIG.resyncEnabled;
		const recoveryValueFunc = Object.hasOwn(config, "recoveryValueFunc") ? config.recoveryValueFunc : DEFAULT_RULE_CONFIG.recoveryValueFunc;
		const shortName = this.ruleShortNameIdx++;
		this.shortRuleNameToFull[shortName] = ruleName;
		this.fullRuleNameToShort[ruleName] = shortName;
		let coreRuleFunction;
		if (this.outputCst === true) coreRuleFunction = function invokeRuleWithTry(...args) {
			try {
				this.ruleInvocationStateUpdate(shortName, ruleName, this.subruleIdx);
				impl.apply(this, args);
				const cst = this.CST_STACK[this.CST_STACK.length - 1];
				this.cstPostRule(cst);
				return cst;
			} catch (e) {
				return this.invokeRuleCatch(e, resyncEnabled, recoveryValueFunc);
			} finally {
				this.ruleFinallyStateUpdate();
			}
		};
		else coreRuleFunction = function invokeRuleWithTryCst(...args) {
			try {
				this.ruleInvocationStateUpdate(shortName, ruleName, this.subruleIdx);
				return impl.apply(this, args);
			} catch (e) {
				return this.invokeRuleCatch(e, resyncEnabled, recoveryValueFunc);
			} finally {
				this.ruleFinallyStateUpdate();
			}
		};
		return Object.assign(function rootRule(...args) {
			this.onBeforeParse(ruleName);
			try {
				return coreRuleFunction.apply(this, args);
			} finally {
				this.onAfterParse(ruleName);
			}
		}, {
			ruleName,
			originalGrammarAction: impl,
			coreRule: coreRuleFunction
		});
	}
	invokeRuleCatch(e, resyncEnabledConfig, recoveryValueFunc) {
		const isFirstInvokedRule = this.RULE_STACK_IDX === 0;
		const reSyncEnabled = resyncEnabledConfig && !this.isBackTracking() && this.recoveryEnabled;
		if (isRecognitionException(e)) {
			const recogError = e;
			if (reSyncEnabled) {
				const reSyncTokType = this.findReSyncTokenType();
				if (this.isInCurrentRuleReSyncSet(reSyncTokType)) {
					recogError.resyncedTokens = this.reSyncTo(reSyncTokType);
					if (this.outputCst) {
						const partialCstResult = this.CST_STACK[this.CST_STACK.length - 1];
						partialCstResult.recoveredNode = true;
						return partialCstResult;
					} else return recoveryValueFunc(e);
				} else {
					if (this.outputCst) {
						const partialCstResult = this.CST_STACK[this.CST_STACK.length - 1];
						partialCstResult.recoveredNode = true;
						recogError.partialCstResult = partialCstResult;
					}
					throw recogError;
				}
			} else if (isFirstInvokedRule) {
				this.moveToTerminatedState();
				return recoveryValueFunc(e);
			} else throw recogError;
		} else throw e;
	}
	optionInternal(actionORMethodDef, occurrence) {
		const key = 512 | occurrence;
		return this.optionInternalLogic(actionORMethodDef, occurrence, key);
	}
	optionInternalLogic(actionORMethodDef, occurrence, key) {
		let lookAheadFunc = this.currRuleLookaheadFuncs[key];
		let action;
		if (typeof actionORMethodDef !== "function") {
			action = actionORMethodDef.DEF;
			const predicate = actionORMethodDef.GATE;
			if (predicate !== void 0) {
				const orgLookaheadFunction = lookAheadFunc;
				lookAheadFunc = () => {
					return predicate.call(this) && orgLookaheadFunction.call(this);
				};
			}
		} else action = actionORMethodDef;
		if (lookAheadFunc.call(this) === true) return action.call(this);
	}
	atLeastOneInternal(prodOccurrence, actionORMethodDef) {
		const key = AT_LEAST_ONE_IDX | prodOccurrence;
		return this.atLeastOneInternalLogic(prodOccurrence, actionORMethodDef, key);
	}
	atLeastOneInternalLogic(prodOccurrence, actionORMethodDef, key) {
		let lookAheadFunc = this.currRuleLookaheadFuncs[key];
		let action;
		if (typeof actionORMethodDef !== "function") {
			action = actionORMethodDef.DEF;
			const predicate = actionORMethodDef.GATE;
			if (predicate !== void 0) {
				const orgLookaheadFunction = lookAheadFunc;
				lookAheadFunc = () => {
					return predicate.call(this) && orgLookaheadFunction.call(this);
				};
			}
		} else action = actionORMethodDef;
		if (lookAheadFunc.call(this) === true) {
			let notStuck = this.doSingleRepetition(action);
			while (lookAheadFunc.call(this) === true && notStuck === true) notStuck = this.doSingleRepetition(action);
		} else throw this.raiseEarlyExitException(prodOccurrence, (void 0).REPETITION_MANDATORY, actionORMethodDef.ERR_MSG);
		this.attemptInRepetitionRecovery(this.atLeastOneInternal, [prodOccurrence, actionORMethodDef], lookAheadFunc, AT_LEAST_ONE_IDX, prodOccurrence, void 0);
	}
	atLeastOneSepFirstInternal(prodOccurrence, options) {
		const key = AT_LEAST_ONE_SEP_IDX | prodOccurrence;
		this.atLeastOneSepFirstInternalLogic(prodOccurrence, options, key);
	}
	atLeastOneSepFirstInternalLogic(prodOccurrence, options, key) {
		const action = options.DEF;
		const separator = options.SEP;
		if (this.currRuleLookaheadFuncs[key].call(this) === true) {
			action.call(this);
			const separatorLookAheadFunc = () => {
				return this.tokenMatcher(this.LA_FAST(1), separator);
			};
			while (this.tokenMatcher(this.LA_FAST(1), separator) === true) {
				this.CONSUME(separator);
				action.call(this);
			}
			this.attemptInRepetitionRecovery(this.repetitionSepSecondInternal, [
				prodOccurrence,
				separator,
				separatorLookAheadFunc,
				action,
				void 0
			], separatorLookAheadFunc, AT_LEAST_ONE_SEP_IDX, prodOccurrence, void 0);
		} else throw this.raiseEarlyExitException(prodOccurrence, (void 0).REPETITION_MANDATORY_WITH_SEPARATOR, options.ERR_MSG);
	}
	manyInternal(prodOccurrence, actionORMethodDef) {
		const key = 768 | prodOccurrence;
		return this.manyInternalLogic(prodOccurrence, actionORMethodDef, key);
	}
	manyInternalLogic(prodOccurrence, actionORMethodDef, key) {
		let lookaheadFunction = this.currRuleLookaheadFuncs[key];
		let action;
		if (typeof actionORMethodDef !== "function") {
			action = actionORMethodDef.DEF;
			const predicate = actionORMethodDef.GATE;
			if (predicate !== void 0) {
				const orgLookaheadFunction = lookaheadFunction;
				lookaheadFunction = () => {
					return predicate.call(this) && orgLookaheadFunction.call(this);
				};
			}
		} else action = actionORMethodDef;
		let notStuck = true;
		while (lookaheadFunction.call(this) === true && notStuck === true) notStuck = this.doSingleRepetition(action);
		this.attemptInRepetitionRecovery(this.manyInternal, [prodOccurrence, actionORMethodDef], lookaheadFunction, 768, prodOccurrence, void 0, notStuck);
	}
	manySepFirstInternal(prodOccurrence, options) {
		const key = MANY_SEP_IDX | prodOccurrence;
		this.manySepFirstInternalLogic(prodOccurrence, options, key);
	}
	manySepFirstInternalLogic(prodOccurrence, options, key) {
		const action = options.DEF;
		const separator = options.SEP;
		if (this.currRuleLookaheadFuncs[key].call(this) === true) {
			action.call(this);
			const separatorLookAheadFunc = () => {
				return this.tokenMatcher(this.LA_FAST(1), separator);
			};
			while (this.tokenMatcher(this.LA_FAST(1), separator) === true) {
				this.CONSUME(separator);
				action.call(this);
			}
			this.attemptInRepetitionRecovery(this.repetitionSepSecondInternal, [
				prodOccurrence,
				separator,
				separatorLookAheadFunc,
				action,
				void 0
			], separatorLookAheadFunc, MANY_SEP_IDX, prodOccurrence, void 0);
		}
	}
	repetitionSepSecondInternal(prodOccurrence, separator, separatorLookAheadFunc, action, nextTerminalAfterWalker) {
		while (separatorLookAheadFunc()) {
			this.CONSUME(separator);
			action.call(this);
		}
		this.attemptInRepetitionRecovery(this.repetitionSepSecondInternal, [
			prodOccurrence,
			separator,
			separatorLookAheadFunc,
			action,
			nextTerminalAfterWalker
		], separatorLookAheadFunc, AT_LEAST_ONE_SEP_IDX, prodOccurrence, nextTerminalAfterWalker);
	}
	doSingleRepetition(action) {
		const beforeIteration = this.getLexerPosition();
		action.call(this);
		return this.getLexerPosition() > beforeIteration;
	}
	orInternal(altsOrOpts, occurrence) {
		const key = 256 | occurrence;
		const alts = Array.isArray(altsOrOpts) ? altsOrOpts : altsOrOpts.DEF;
		const altIdxToTake = this.currRuleLookaheadFuncs[key].call(this, alts);
		if (altIdxToTake !== void 0) return alts[altIdxToTake].ALT.call(this);
		this.raiseNoAltException(occurrence, altsOrOpts.ERR_MSG);
	}
	ruleFinallyStateUpdate() {
		this.RULE_STACK_IDX--;
		this.RULE_OCCURRENCE_STACK_IDX--;
		if (this.RULE_STACK_IDX >= 0) {
			this.currRuleShortName = this.RULE_STACK[this.RULE_STACK_IDX];
			this.currRuleLookaheadFuncs = this.lookAheadFuncsCache[this.currRuleShortName];
		}
		this.cstFinallyStateUpdate();
	}
	subruleInternal(ruleToCall, idx, options) {
		let ruleResult;
		try {
			const args = options !== void 0 ? options.ARGS : void 0;
			this.subruleIdx = idx;
			ruleResult = ruleToCall.coreRule.apply(this, args);
			this.cstPostNonTerminal(ruleResult, options !== void 0 && options.LABEL !== void 0 ? options.LABEL : ruleToCall.ruleName);
			return ruleResult;
		} catch (e) {
			throw this.subruleInternalError(e, options, ruleToCall.ruleName);
		}
	}
	subruleInternalError(e, options, ruleName) {
		if (isRecognitionException(e) && e.partialCstResult !== void 0) {
			this.cstPostNonTerminal(e.partialCstResult, options !== void 0 && options.LABEL !== void 0 ? options.LABEL : ruleName);
			delete e.partialCstResult;
		}
		throw e;
	}
	consumeInternal(tokType, idx, options) {
		let consumedToken;
		try {
			const nextToken = this.LA_FAST(1);
			if (this.tokenMatcher(nextToken, tokType) === true) {
				this.consumeToken();
				consumedToken = nextToken;
			} else this.consumeInternalError(tokType, nextToken, options);
		} catch (eFromConsumption) {
			consumedToken = this.consumeInternalRecovery(tokType, idx, eFromConsumption);
		}
		this.cstPostTerminal(options !== void 0 && options.LABEL !== void 0 ? options.LABEL : tokType.name, consumedToken);
		return consumedToken;
	}
	consumeInternalError(tokType, nextToken, options) {
		let msg;
		const previousToken = this.LA(0);
		if (options !== void 0 && options.ERR_MSG) msg = options.ERR_MSG;
		else msg = this.errorMessageProvider.buildMismatchTokenMessage({
			expected: tokType,
			actual: nextToken,
			previous: previousToken,
			ruleName: this.getCurrRuleFullName()
		});
		throw this.SAVE_ERROR(new MismatchedTokenException(msg, nextToken, previousToken));
	}
	consumeInternalRecovery(tokType, idx, eFromConsumption) {
		if (this.recoveryEnabled && eFromConsumption.name === "MismatchedTokenException" && !this.isBackTracking()) {
			const follows = this.getFollowsForInRuleRecovery(tokType, idx);
			try {
				return this.tryInRuleRecovery(tokType, follows);
			} catch (eFromInRuleRecovery) {
				if (eFromInRuleRecovery.name === void 0) throw eFromConsumption;
				else throw eFromInRuleRecovery;
			}
		} else throw eFromConsumption;
	}
	saveRecogState() {
		const savedErrors = this.errors;
		const savedRuleStack = this.RULE_STACK.slice(0, this.RULE_STACK_IDX + 1);
		return {
			errors: savedErrors,
			lexerState: this.exportLexerState(),
			RULE_STACK: savedRuleStack,
			CST_STACK: this.CST_STACK
		};
	}
	reloadRecogState(newState) {
		this.errors = newState.errors;
		this.importLexerState(newState.lexerState);
		const saved = newState.RULE_STACK;
		for (let i = 0; i < saved.length; i++) this.RULE_STACK[i] = saved[i];
		this.RULE_STACK_IDX = saved.length - 1;
		if (this.RULE_STACK_IDX >= 0) {
			this.currRuleShortName = this.RULE_STACK[this.RULE_STACK_IDX];
			this.currRuleLookaheadFuncs = this.lookAheadFuncsCache[this.currRuleShortName];
		}
	}
	ruleInvocationStateUpdate(shortName, fullName, idxInCallingRule) {
		this.RULE_OCCURRENCE_STACK[++this.RULE_OCCURRENCE_STACK_IDX] = idxInCallingRule;
		this.RULE_STACK[++this.RULE_STACK_IDX] = shortName;
		this.currRuleShortName = shortName;
		this.currRuleLookaheadFuncs = this.lookAheadFuncsCache[shortName];
		this.cstInvocationStateUpdate(fullName);
	}
	isBackTracking() {
		return this.isBackTrackingStack.length !== 0;
	}
	getCurrRuleFullName() {
		const shortName = this.currRuleShortName;
		return this.shortRuleNameToFull[shortName];
	}
	shortRuleNameToFullName(shortName) {
		return this.shortRuleNameToFull[shortName];
	}
	isAtEndOfInput() {
		return this.tokenMatcher(this.LA(1), EOF);
	}
	reset() {
		this.resetLexerState();
		this.subruleIdx = 0;
		this.currRuleShortName = -1;
		this.currRuleLookaheadFuncs = [];
		this.isBackTrackingStack = [];
		this.errors = [];
		this.RULE_STACK_IDX = -1;
		this.RULE_OCCURRENCE_STACK_IDX = -1;
		this.CST_STACK = [];
	}
	onBeforeParse(ruleName) {
		for (let i = 0; i < this.maxLookahead + 1; i++) this.tokVector.push(END_OF_FILE);
	}
	onAfterParse(ruleName) {
		if (this.isAtEndOfInput() === false) {
			const firstRedundantTok = this.LA(1);
			const errMsg = this.errorMessageProvider.buildNotAllInputParsedMessage({
				firstRedundant: firstRedundantTok,
				ruleName: this.getCurrRuleFullName()
			});
			this.SAVE_ERROR(new NotAllInputParsedException(errMsg, firstRedundantTok));
		}
		while (this.tokVector.at(-1) === END_OF_FILE) this.tokVector.pop();
	}
};
// chevrotain/lib/src/parse/parser/traits/error_handler.js
var ErrorHandler = class {
	initErrorHandler(config) {
		this._errors = [];
		this.errorMessageProvider = Object.hasOwn(config, "errorMessageProvider") ? config.errorMessageProvider : DEFAULT_PARSER_CONFIG.errorMessageProvider;
	}
	SAVE_ERROR(error) {
		if (isRecognitionException(error)) {
			error.context = {
				ruleStack: this.getHumanReadableRuleStack(),
				ruleOccurrenceStack: this.RULE_OCCURRENCE_STACK.slice(0, this.RULE_OCCURRENCE_STACK_IDX + 1)
			};
			this._errors.push(error);
			return error;
		} else throw Error("Trying to save an Error which is not a RecognitionException");
	}
	get errors() {
		return [...this._errors];
	}
	set errors(newErrors) {
		this._errors = newErrors;
	}
	raiseEarlyExitException(occurrence, prodType, userDefinedErrMsg) {
		const ruleName = this.getCurrRuleFullName();
		const insideProdPaths = (void 0)(occurrence, this.getGAstProductions()[ruleName], prodType, this.maxLookahead)[0];
		const actualTokens = [];
		for (let i = 1; i <= this.maxLookahead; i++) actualTokens.push(this.LA(i));
		const msg = this.errorMessageProvider.buildEarlyExitMessage({
			expectedIterationPaths: insideProdPaths,
			actual: actualTokens,
			previous: this.LA(0),
			customUserDescription: userDefinedErrMsg,
			ruleName
		});
		throw this.SAVE_ERROR(new EarlyExitException(msg, this.LA(1), this.LA(0)));
	}
	raiseNoAltException(occurrence, errMsgTypes) {
		const ruleName = this.getCurrRuleFullName();
		const lookAheadPathsPerAlternative = (void 0)(occurrence, this.getGAstProductions()[ruleName], this.maxLookahead);
		const actualTokens = [];
		for (let i = 1; i <= this.maxLookahead; i++) actualTokens.push(this.LA(i));
		const previousToken = this.LA(0);
		const errMsg = this.errorMessageProvider.buildNoViableAltMessage({
			expectedPathsPerAlt: lookAheadPathsPerAlternative,
			actual: actualTokens,
			previous: previousToken,
			customUserDescription: errMsgTypes,
			ruleName: this.getCurrRuleFullName()
		});
		throw this.SAVE_ERROR(new NoViableAltException(errMsg, this.LA(1), previousToken));
	}
};
// chevrotain/lib/src/parse/parser/traits/gast_recorder.js
var GastRecorder = class {
	initGastRecorder() {
		this.RECORDING_PHASE = false;
	}
};
// chevrotain/lib/src/parse/parser/traits/perf_tracer.js
var PerformanceTracer = class {
	initPerformanceTracer(config) {
		if (Object.hasOwn(config, "traceInitPerf")) {
			const userTraceInitPerf = config.traceInitPerf;
			const traceIsNumber = typeof userTraceInitPerf === "number";
			this.traceInitMaxIdent = traceIsNumber ? userTraceInitPerf : Infinity;
			this.traceInitPerf = traceIsNumber ? userTraceInitPerf > 0 : userTraceInitPerf;
		} else {
			this.traceInitMaxIdent = 0;
			this.traceInitPerf = DEFAULT_PARSER_CONFIG.traceInitPerf;
		}
		this.traceInitIndent = -1;
	}
	TRACE_INIT(phaseDesc, phaseImpl) {
		if (this.traceInitPerf === true) {
			this.traceInitIndent++;
			const indent = new Array(this.traceInitIndent + 1).join("	");
			if (this.traceInitIndent < this.traceInitMaxIdent) console.log(`${indent}--> <${phaseDesc}>`);
			const { time, value } = timer(phaseImpl);
			const traceMethod = time > 10 ? console.warn : console.log;
			if (this.traceInitIndent < this.traceInitMaxIdent) traceMethod(`${indent}<-- <${phaseDesc}> time: ${time}ms`);
			this.traceInitIndent--;
			return value;
		} else return phaseImpl();
	}
};
// chevrotain/lib/src/parse/parser/utils/apply_mixins.js
function applyMixins(derivedCtor, baseCtors) {
	baseCtors.forEach((baseCtor) => {
		const baseProto = baseCtor.prototype;
		Object.getOwnPropertyNames(baseProto).forEach((propName) => {
			if (propName === "constructor") return;
			const basePropDescriptor = Object.getOwnPropertyDescriptor(baseProto, propName);
			if (basePropDescriptor && (basePropDescriptor.get || basePropDescriptor.set)) Object.defineProperty(derivedCtor.prototype, propName, basePropDescriptor);
			else derivedCtor.prototype[propName] = baseCtor.prototype[propName];
		});
	});
}
// chevrotain/lib/src/parse/parser/parser.js
const END_OF_FILE = createTokenInstance(EOF, "", -1, -1, -1, -1, -1, -1);
Object.freeze(END_OF_FILE);
const DEFAULT_PARSER_CONFIG = Object.freeze({
	recoveryEnabled: false,
	maxLookahead: 3,
	dynamicTokensEnabled: false,
	outputCst: true,
	errorMessageProvider: void 0,
	nodeLocationTracking: "none",
	traceInitPerf: false,
	skipValidations: false
});
const DEFAULT_RULE_CONFIG = Object.freeze({
	recoveryValueFunc: () => void 0,
	resyncEnabled: true
});
var ParserDefinitionErrorType;
(function(ParserDefinitionErrorType) {
	ParserDefinitionErrorType[ParserDefinitionErrorType["INVALID_RULE_NAME"] = 0] = "INVALID_RULE_NAME";
	ParserDefinitionErrorType[ParserDefinitionErrorType["DUPLICATE_RULE_NAME"] = 1] = "DUPLICATE_RULE_NAME";
	ParserDefinitionErrorType[ParserDefinitionErrorType["INVALID_RULE_OVERRIDE"] = 2] = "INVALID_RULE_OVERRIDE";
	ParserDefinitionErrorType[ParserDefinitionErrorType["DUPLICATE_PRODUCTIONS"] = 3] = "DUPLICATE_PRODUCTIONS";
	ParserDefinitionErrorType[ParserDefinitionErrorType["UNRESOLVED_SUBRULE_REF"] = 4] = "UNRESOLVED_SUBRULE_REF";
	ParserDefinitionErrorType[ParserDefinitionErrorType["LEFT_RECURSION"] = 5] = "LEFT_RECURSION";
	ParserDefinitionErrorType[ParserDefinitionErrorType["NONE_LAST_EMPTY_ALT"] = 6] = "NONE_LAST_EMPTY_ALT";
	ParserDefinitionErrorType[ParserDefinitionErrorType["AMBIGUOUS_ALTS"] = 7] = "AMBIGUOUS_ALTS";
	ParserDefinitionErrorType[ParserDefinitionErrorType["CONFLICT_TOKENS_RULES_NAMESPACE"] = 8] = "CONFLICT_TOKENS_RULES_NAMESPACE";
	ParserDefinitionErrorType[ParserDefinitionErrorType["INVALID_TOKEN_NAME"] = 9] = "INVALID_TOKEN_NAME";
	ParserDefinitionErrorType[ParserDefinitionErrorType["NO_NON_EMPTY_LOOKAHEAD"] = 10] = "NO_NON_EMPTY_LOOKAHEAD";
	ParserDefinitionErrorType[ParserDefinitionErrorType["AMBIGUOUS_PREFIX_ALTS"] = 11] = "AMBIGUOUS_PREFIX_ALTS";
	ParserDefinitionErrorType[ParserDefinitionErrorType["TOO_MANY_ALTS"] = 12] = "TOO_MANY_ALTS";
	ParserDefinitionErrorType[ParserDefinitionErrorType["CUSTOM_LOOKAHEAD_VALIDATION"] = 13] = "CUSTOM_LOOKAHEAD_VALIDATION";
})(ParserDefinitionErrorType || (ParserDefinitionErrorType = {}));
var Parser = class Parser {
	static performSelfAnalysis(parserInstance) {
		throw Error("The **static** `performSelfAnalysis` method has been deprecated.	\nUse the **instance** method with the same name instead.");
	}
	performSelfAnalysis() {
		this.TRACE_INIT("performSelfAnalysis", () => {
			let defErrorsMsgs;
			this.selfAnalysisDone = true;
			const className = this.className;
			this.TRACE_INIT("toFastProps", () => {
				toFastProperties(this);
			});
			this.TRACE_INIT("Grammar Recording", () => {
				try {
					this.enableRecording();
					this.definedRulesNames.forEach((currRuleName) => {
						const originalGrammarAction = this[currRuleName]["originalGrammarAction"];
						let recordedRuleGast;
						this.TRACE_INIT(`${currRuleName} Rule`, () => {
							recordedRuleGast = this.topLevelRuleRecord(currRuleName, originalGrammarAction);
						});
						this.gastProductionsCache[currRuleName] = recordedRuleGast;
					});
				} finally {
					this.disableRecording();
				}
			});
			let resolverErrors = [];
			this.TRACE_INIT("Grammar Resolving", () => {
				resolverErrors = (void 0)({ rules: Object.values(this.gastProductionsCache) });
				this.definitionErrors = this.definitionErrors.concat(resolverErrors);
			});
			this.TRACE_INIT("Grammar Validations", () => {
				if (resolverErrors.length === 0 && this.skipValidations === false) {
					const validationErrors = (void 0)({
						rules: Object.values(this.gastProductionsCache),
						tokenTypes: Object.values(this.tokensMap),
						errMsgProvider: void 0,
						grammarName: className
					});
					const lookaheadValidationErrors = (void 0)({
						lookaheadStrategy: this.lookaheadStrategy,
						rules: Object.values(this.gastProductionsCache),
						tokenTypes: Object.values(this.tokensMap),
						grammarName: className
					});
					this.definitionErrors = this.definitionErrors.concat(validationErrors, lookaheadValidationErrors);
				}
			});
			if (this.definitionErrors.length === 0) {
				if (this.recoveryEnabled) this.TRACE_INIT("computeAllProdsFollows", () => {
					const allFollows = (void 0)(Object.values(this.gastProductionsCache));
					this.resyncFollows = allFollows;
				});
				this.TRACE_INIT("ComputeLookaheadFunctions", () => {
					var _a, _b;
					(_b = (_a = this.lookaheadStrategy).initialize) === null || _b === void 0 || _b.call(_a, { rules: Object.values(this.gastProductionsCache) });
					this.preComputeLookaheadFunctions(Object.values(this.gastProductionsCache));
				});
			}
			if (!Parser.DEFER_DEFINITION_ERRORS_HANDLING && this.definitionErrors.length !== 0) {
				defErrorsMsgs = this.definitionErrors.map((defError) => defError.message);
				throw new Error(`Parser Definition Errors detected:\n ${defErrorsMsgs.join("\n-------------------------------\n")}`);
			}
		});
	}
	constructor(tokenVocabulary, config) {
		this.definitionErrors = [];
		this.selfAnalysisDone = false;
		const that = this;
		that.initErrorHandler(config);
		that.initLexerAdapter();
		that.initLooksAhead(config);
		that.initRecognizerEngine(tokenVocabulary, config);
		that.initRecoverable(config);
		that.initTreeBuilder(config);
		that.initGastRecorder(config);
		that.initPerformanceTracer(config);
		if (Object.hasOwn(config, "ignoredIssues")) throw new Error("The <ignoredIssues> IParserConfig property has been deprecated.\n	Please use the <IGNORE_AMBIGUITIES> flag on the relevant DSL method instead.\n	See: https://chevrotain.io/docs/guide/resolving_grammar_errors.html#IGNORING_AMBIGUITIES\n	For further details.");
		this.skipValidations = Object.hasOwn(config, "skipValidations") ? config.skipValidations : DEFAULT_PARSER_CONFIG.skipValidations;
	}
};
Parser.DEFER_DEFINITION_ERRORS_HANDLING = false;
applyMixins(Parser, [
	Recoverable,
	LooksAhead,
	TreeBuilder,
	LexerAdapter,
	RecognizerEngine,
	RecognizerApi,
	ErrorHandler,
	GastRecorder,
	PerformanceTracer
]);
var EmbeddedActionsParser = class extends Parser {
	constructor(tokenVocabulary, config = DEFAULT_PARSER_CONFIG) {
		const configClone = Object.assign({}, config);
		configClone.outputCst = false;
		super(tokenVocabulary, configClone);
	}
};
// chevrotain/lib/src/api.js
const typedEOF: TokenType = EOF;
const typedEmbeddedActionsParser: new (tokens: readonly TokenType[], config: ParserConfig) => ChevrotainParser = EmbeddedActionsParser;
const typedVERSION: string = VERSION;
const typedcreateToken: (config: TokenConfig) => TokenType = createToken;
export { typedEOF as EOF, typedEmbeddedActionsParser as EmbeddedActionsParser, typedVERSION as VERSION, typedcreateToken as createToken };
