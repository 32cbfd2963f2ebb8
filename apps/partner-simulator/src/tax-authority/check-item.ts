import type { RatesOfDay } from './rates-by-day.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, findText, readCents } from './xml-parts.ts';

/** In cents. */
export interface IbsCbsAmounts {
  readonly base: bigint;
  readonly state: bigint;
  readonly city: bigint;
  readonly ibs: bigint;
  readonly cbs: bigint;
}

interface ItemContext {
  readonly number: number;
  /** Those of the day of issue. */
  readonly rates: RatesOfDay;
}

/** The situations of the authority's table, with the classifications that a communication receipt can have. */
const classifications: Readonly<Record<string, readonly string[]>> = { '000': ['000001'] };

/** Checks IBS and CBS of an item, and returns its amounts. */
export function checkItem(item: string, context: ItemContext): IbsCbsAmounts {
  const location = `[nItem: ${context.number}]`;
  const ibsCbs = findElement(item, 'IBSCBS') ?? rejectReceipt('310', `IBS/CBS não informado ${location}`);
  const group = checkCodes(ibsCbs, location);
  const { base, state, city, ibs, cbs } = readAmounts(group);
  checkRates(group, context.rates, location);
  if (base !== calculateBase(item)) rejectReceipt('999', `Base de cálculo do IBS/CBS difere do calculado ${location}`);
  if (!isRightAmount(state, base, readRate(group, 'pIBSUF')))
    rejectReceipt('318', `Valor do IBS da UF difere do calculado ${location}`);
  if (!isRightAmount(city, base, readRate(group, 'pIBSMun')))
    rejectReceipt('999', `Valor do IBS do Município difere do calculado ${location}`);
  if (!isRightAmount(cbs, base, readRate(group, 'pCBS')))
    rejectReceipt('999', `Valor da CBS difere do calculado ${location}`);
  if (ibs !== state + city) rejectReceipt('999', `Valor do IBS difere da soma de UF e Município ${location}`);
  checkContributions(item, context.rates, location);
  return { base, state, city, ibs, cbs };
}

/** No validation of them is published yet; that they have ended is the law. */
function checkContributions(item: string, { hasContributions }: RatesOfDay, location: string): void {
  const found = hasContributions ? undefined : ['PIS', 'COFINS'].find((tax) => findElement(item, tax) !== undefined);
  if (found !== undefined) rejectReceipt('999', `${found} extinto a partir de 2027 ${location}`);
}

function checkCodes(ibsCbs: string, location: string): string {
  const [situation, classification] = [findText(ibsCbs, 'CST') ?? '', findText(ibsCbs, 'cClassTrib') ?? ''];
  const allowed = classifications[situation] ?? rejectReceipt('311', `CST informado inexistente ${location}`);
  if (!classification.startsWith(situation))
    rejectReceipt('313', `Classificação Tributária incompatível com o CST informado ${location}`);
  if (!allowed.includes(classification))
    rejectReceipt('312', `Classificação Tributária informada inexistente ${location}`);
  return (
    findElement(ibsCbs, 'gIBSCBS') ??
    rejectReceipt('315', `Grupo IBS/CBS deve ser preenchido para o CST informado ${location}`)
  );
}

function readAmounts(group: string): IbsCbsAmounts {
  const amount = (name: string) => readCents(group, name);
  return {
    base: amount('vBC'),
    state: amount('vIBSUF'),
    city: amount('vIBSMun'),
    ibs: amount('vIBS'),
    cbs: amount('vCBS'),
  };
}

function checkRates(group: string, { state, city, cbs }: RatesOfDay, location: string): void {
  if (readRate(group, 'pIBSUF') !== state) rejectReceipt('316', `Alíquota do IBS da UF inválida ${location}`);
  if (readRate(group, 'pIBSMun') !== city) rejectReceipt('321', `Alíquota do IBS do Município inválida ${location}`);
  if (cbs === undefined || readRate(group, 'pCBS') !== cbs)
    rejectReceipt('326', `Alíquota da CBS inválida ${location}`);
}

/** In millionths, from a percentage with two to four decimals; -1 when it is missing. */
function readRate(group: string, name: string): bigint {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{2,4}))?$/.exec(findText(group, name) ?? '') ?? [];
  return whole === '' ? -1n : BigInt(`${whole}${part.padEnd(4, '0')}`);
}

/** Complementary law 214/2025, article 12: the amount paid, less ICMS with the fund against poverty, PIS and COFINS. */
function calculateBase(item: string): bigint {
  const paid = readCents(findElement(item, 'prod') ?? '', 'vProd');
  return (
    paid - readCents(item, 'vICMS') - readCents(item, 'vFCP') - readCents(item, 'vPIS') - readCents(item, 'vCOFINS')
  );
}

/** A difference of a cent is allowed. */
function isRightAmount(amount: bigint, base: bigint, rate: bigint): boolean {
  const difference = amount * million - base * rate;
  return difference >= -million && difference <= million;
}

const million = 1_000_000n;
