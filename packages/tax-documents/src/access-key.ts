import { randomInt } from 'node:crypto';
import { cnpj } from 'cpf-cnpj-validator';
import { formatLocalTime } from './format-local-time.ts';
import { findStateByCode, getStateCode, type State } from './states.ts';

/** What an access key says. */
export interface AccessKeyParts {
  readonly state: State;
  /** Year and month of issue in the state, YYYY-MM. */
  readonly month: string;
  /** The issuer's CNPJ, of digits or alphanumeric. */
  readonly cnpj: string;
  readonly series: number;
  readonly number: number;
  /** 1 normal, 2 in contingency. */
  readonly emission: '1' | '2';
  /** Which site of the authority it was sent to; 0 where it has only one. */
  readonly site: string;
  /** The seven digits that were drawn by lot. */
  readonly code: string;
}

/**
 * cUF 2, AAMM 4, CNPJ 14, mod 2, serie 3, nNF 9, tpEmis 1, nSiteAutoriz 1, cNF 7, cDV 1 (the authority's manual, MOC NFCom; the parts are fields of `ide`).
 * Letters in the CNPJ are those of the joint technical note 2025.001; the schemas of layout 1.00 know digits only.
 */
const accessKeyPattern = /^(\d{2})(\d{2})(0[1-9]|1[0-2])([0-9A-Z]{12}\d{2})62(\d{3})(\d{9})([12])(\d)(\d{7})(\d)$/;

/** The 44 characters (chave de acesso) by which a model 62 receipt is known. Throws a RangeError for a part that is not one. */
export function buildAccessKey(parts: AccessKeyParts): string {
  const [, century, year, month] = /^(20)(\d{2})-(\d{2})$/.exec(parts.month) ?? [];
  if (century === undefined) throw new RangeError(`"${parts.month}" is not a month of this century, YYYY-MM.`);
  const numbers = `${padNumber(parts.series, 3)}${padNumber(parts.number, 9)}`;
  const body = `${getStateCode(parts.state)}${year}${month}${parts.cnpj}62${numbers}${parts.emission}${parts.site}${parts.code}`;
  const key = `${body}${calculateAccessKeyDigit(body)}`;
  if (!isAccessKey(key)) throw new RangeError(`No access key can be made of ${JSON.stringify(parts)}.`);
  return key;
}

/** The month of an access key that is issued at an instant: the state's month, which may not be UTC's. */
export function getIssueMonth(at: Date, state: State): string {
  return formatLocalTime(at, state).slice(0, 'YYYY-MM'.length);
}

/** Whether a text is the access key of a model 62 receipt: its form, its state, its CNPJ's digits and its own. */
export function isAccessKey(text: string): boolean {
  const [, state = '', , , taxId = '', , number] = accessKeyPattern.exec(text) ?? [];
  if (findStateByCode(state) === undefined || !cnpj.isValid(taxId) || Number(number) === 0) return false;
  return text.slice(-1) === calculateAccessKeyDigit(text.slice(0, -1));
}

/** What a key says; undefined where it is none. */
export function parseAccessKey(key: string): AccessKeyParts | undefined {
  if (!isAccessKey(key)) return undefined;
  const [, uf = '', year, month, taxId = '', series, number, emission, site = '', code = ''] = accessKeyPattern.exec(key) ?? [];
  const state = findStateByCode(uf);
  if (state === undefined) return undefined;
  const emissionType = emission === '2' ? '2' : '1';
  return { state, month: `20${year}-${month}`, cnpj: taxId, series: Number(series), number: Number(number), emission: emissionType, site, code };
}

/**
 * The check digit by modulo 11: weights 2 to 9 from the right and round again, and 0 where the remainder is 0 or 1. A letter counts as its ASCII
 * code less 48, as in the alphanumeric CNPJ, which leaves digits as they are.
 */
export function calculateAccessKeyDigit(body: string): string {
  const total = [...body].reverse().reduce((sum, character, place) => sum + (character.charCodeAt(0) - 48) * (2 + (place % 8)), 0);
  const remainder = total % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** In eleven groups of four, as it is printed. */
export function formatAccessKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** Draws the seven digits of a new key. They are kept with the receipt: the key is never made anew of others. */
export function generateCode(): string {
  return padNumber(randomInt(10_000_000), 7);
}

function padNumber(number: number, width: number): string {
  return String(number).padStart(width, '0');
}
