import { createElement, Fragment, type ReactNode } from 'react';
import { language } from './language.ts';

interface Catalogue {
  readonly sentences: Readonly<Record<string, string>>;
  readonly known: Readonly<Record<string, string>>;
}

const nothing: Catalogue = { sentences: {}, known: {} };

/**
 * The catalogue is there before any other module reads a sentence, so a sentence may also stand in a constant of a
 * module. English has none. If the file cannot be loaded, the console speaks English.
 */
const catalogue: Catalogue = language === 'en' ? nothing : await import('./pt-BR.ts').catch(() => nothing);

type NameIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never;

/**
 * A value for each name of the sentence, and the count that chooses its form. Of a sentence in parts (`'a ' + 'b'`) the
 * compiler knows no names.
 */
type Values<Sentence extends string, Value> = string extends Sentence
  ? [values?: Readonly<Record<string, Value>>]
  : [NameIn<Sentence>] extends [never]
    ? []
    : [values: Readonly<Record<NameIn<Sentence>, Value>> & { readonly count?: Value | number }];

const plural = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** A number as text: `1,234.5` or `1.234,5`. */
export const numberText = (value: number): string => numbers.format(value);

/** What tells two meanings of one English word apart, as in `Close [an order]`. It is never shown. */
const meaning = / \[[^\]]+\]$/;

/** The sentence in the language of the person. Of `{count} order | {count} orders` it is the form of the count. */
function find(sentence: string, count: unknown): string {
  const found = catalogue.sentences[sentence] ?? sentence.replace(meaning, '');
  const forms = found.split(' | ');
  if (forms.length === 1 || typeof count !== 'number') return found;
  return (plural.select(count) === 'one' ? forms[0] : forms.at(-1)) ?? found;
}

const names = /\{(\w+)\}/;
const shown = (value: unknown): unknown => (typeof value === 'number' ? numberText(value) : value);

/**
 * A sentence in the language of the person. It is written in English: `t('{count} orders are late', { count })`. A
 * number among the values is written as the language does it. A word that another language says in two ways has its
 * meaning in brackets: `t('Close [an order]')`.
 */
export function t<Sentence extends string>(sentence: Sentence, ...[values]: Values<Sentence, string | number>): string {
  const given: Readonly<Record<string, unknown>> = values ?? {};
  const parts = find(sentence, given['count']).split(names);
  return parts.map((part, index) => (index % 2 === 0 ? part : String(shown(given[part])))).join('');
}

/** The same with elements among the values: `tParts('{actor} is on it', { actor: <ActorName … /> })`. */
export function tParts<Sentence extends string>(
  sentence: Sentence,
  ...[values]: Values<Sentence, ReactNode>
): ReactNode {
  const given: Readonly<Record<string, unknown>> = values ?? {};
  const parts = find(sentence, given['count']).split(names);
  return parts.map((part, index) =>
    index % 2 === 0 ? part : createElement(Fragment, { key: part }, shown(given[part]) as ReactNode),
  );
}

/**
 * A text of the API that is not in the code of the console: the words of a status, the title of a problem. It has
 * entries of its own, because the same English word may be a status there and a command here. What is said of a record
 * follows the gender of its kind: an entry `Ativo | Ativa` has the masculine form and the feminine one.
 */
export function tKnown(text: string, kind?: string): string {
  const found = catalogue.known[text];
  if (found === undefined) return text;
  const [masculine = found, feminine = masculine] = found.split(' | ');
  return kind !== undefined && catalogue.known[kind] === 'feminine' ? feminine : masculine;
}
