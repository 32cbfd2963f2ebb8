import { type Language, language as ownLanguage } from '../../language/language.ts';
import { t } from '../../language/translate.ts';
import { FieldFault } from './form-values.ts';

/** `1,234.56`, and `1.234,56` of Brazil: a group has no zero in front. */
const notations = [
  [/^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/, /,/g],
  [/^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/, /\./g],
] as const;

/** What a text may mean: a number of the interface for each notation that it can be read in. */
const readingsOf = (typed: string): readonly string[] => [
  ...new Set(
    notations.flatMap(([shape, groups]) => (shape.test(typed) ? [typed.replace(groups, '').replace(',', '.')] : [])),
  ),
];

/** A number of the interface as the person writes it: `1234.50`, or `1234,50`. */
export const decimalText = (value: string, language: Language = ownLanguage): string =>
  language === 'en' ? value : value.replace('.', ',');

/** A number that has one meaning in every notation: `1.5`, and `1.2340` for three digits behind the mark. */
const clearText = (value: string): string => {
  const short = value.replace(/\.?0+$/, '');
  return decimalText(/\.\d{3}$/.test(short) ? `${short}0` : short);
};

const noNumber = (field: string) => new FieldFault(field, t('Write a number, as {example}.', { example: 1234.56 }));

/**
 * A number that is typed in the notation of English or Brazil, as the interface has it: `1.234,5` is `1234.5`, whatever
 * the language of the console. What means two numbers in the two notations, as `1.000`, is a fault of the field.
 */
export function readDecimal(field: string, text: string): string {
  const [first, second] = readingsOf(text.trim());
  if (first === undefined) throw noNumber(field);
  if (second === undefined) return first;
  const [large, small] = first.includes('.') ? [second, first] : [first, second];
  throw new FieldFault(
    field,
    t('This may be {large} or {small}. Write {large} or {small}.', { large, small: clearText(small) }),
  );
}

/** An amount of money that is typed in either notation, as the interface has it: with two decimals. */
export function readAmount(field: string, text: string): string {
  const [whole = '', cents = ''] = readDecimal(field, text).split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > 12 || cents.length > 2) throw noNumber(field);
  return `${digits}.${cents.padEnd(2, '0')}`;
}

/** An amount of the interface as the person reads and types it: `1,234.50`, or `1.234,50`. */
export function amountText(value: string, wanted: Language = ownLanguage): string {
  const amount = Number(value);
  return Number.isNaN(amount) ? value : amount.toLocaleString(wanted, { minimumFractionDigits: 2 });
}
