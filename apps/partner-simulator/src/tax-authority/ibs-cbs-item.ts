import { reject } from './reject.ts';
import { centsIn, inside, textIn } from './xml-parts.ts';

/** In cents. */
export interface IbsCbsAmounts {
  readonly base: bigint;
  readonly state: bigint;
  readonly city: bigint;
  readonly ibs: bigint;
  readonly cbs: bigint;
}

interface Place {
  readonly number: number;
  /** Of issue. */
  readonly year: number;
}

/** The situations of the authority's table, and the classifications that a receipt of communication can have with them. */
const classifications: Readonly<Record<string, readonly string[]>> = { '000': ['000001'] };

/** Of a million. CBS after 2026 is the reference rate, which is not published: any is taken. */
const ratesOf = (year: number) => (year === 2026 ? { state: 1_000n, city: 0n, cbs: 9_000n } : { state: 500n, city: 500n, cbs: undefined });

/** Checks what an item says of IBS and CBS, and says what it comes to. */
export function checkItem(item: string, place: Place): IbsCbsAmounts {
  const at = `[nItem: ${place.number}]`;
  const told = inside(item, 'IBSCBS') ?? reject('310', `IBS/CBS não informado ${at}`);
  const group = checkCodes(told, at);
  const { base, state, city, ibs, cbs } = amountsOf(group);
  checkRates(group, place.year, at);
  if (base !== expectedBase(item)) reject('999', `Base de cálculo do IBS/CBS difere do calculado ${at}`);
  if (!isRightAmount(state, base, rateIn(group, 'pIBSUF'))) reject('318', `Valor do IBS da UF difere do calculado ${at}`);
  if (!isRightAmount(city, base, rateIn(group, 'pIBSMun'))) reject('999', `Valor do IBS do Município difere do calculado ${at}`);
  if (!isRightAmount(cbs, base, rateIn(group, 'pCBS'))) reject('999', `Valor da CBS difere do calculado ${at}`);
  if (ibs !== state + city) reject('999', `Valor do IBS difere da soma de UF e Município ${at}`);
  return { base, state, city, ibs, cbs };
}

function checkCodes(told: string, at: string): string {
  const [situation, classification] = [textIn(told, 'CST') ?? '', textIn(told, 'cClassTrib') ?? ''];
  const allowed = classifications[situation] ?? reject('311', `CST informado inexistente ${at}`);
  if (!classification.startsWith(situation)) reject('313', `Classificação Tributária incompatível com o CST informado ${at}`);
  if (!allowed.includes(classification)) reject('312', `Classificação Tributária informada inexistente ${at}`);
  return inside(told, 'gIBSCBS') ?? reject('315', `Grupo IBS/CBS deve ser preenchido para o CST informado ${at}`);
}

function amountsOf(group: string): IbsCbsAmounts {
  const amount = (name: string) => centsIn(group, name);
  return { base: amount('vBC'), state: amount('vIBSUF'), city: amount('vIBSMun'), ibs: amount('vIBS'), cbs: amount('vCBS') };
}

function checkRates(group: string, year: number, at: string): void {
  const { state, city, cbs } = ratesOf(year);
  if (rateIn(group, 'pIBSUF') !== state) reject('316', `Alíquota do IBS da UF inválida ${at}`);
  if (rateIn(group, 'pIBSMun') !== city) reject('321', `Alíquota do IBS do Município inválida ${at}`);
  if (cbs !== undefined && rateIn(group, 'pCBS') !== cbs) reject('326', `Alíquota da CBS inválida ${at}`);
}

/** Of a million, out of a percentage of two to four decimals; -1 where there is none. */
function rateIn(group: string, name: string): bigint {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{2,4}))?$/.exec(textIn(group, name) ?? '') ?? [];
  return whole === '' ? -1n : BigInt(`${whole}${part.padEnd(4, '0')}`);
}

/** Complementary law 214/2025, article 12: what is paid, less ICMS with the fund against poverty, PIS and COFINS. */
function expectedBase(item: string): bigint {
  const product = inside(item, 'prod') ?? '';
  const paid = centsIn(product, 'vProd') - centsIn(product, 'vDesc') + centsIn(product, 'vOutro');
  return paid - centsIn(item, 'vICMS') - centsIn(item, 'vFCP') - centsIn(item, 'vPIS') - centsIn(item, 'vCOFINS');
}

/** A cent more or less is let pass. */
function isRightAmount(amount: bigint, base: bigint, rate: bigint): boolean {
  const difference = amount * million - base * rate;
  return difference >= -million && difference <= million;
}

const million = 1_000_000n;
