import { randomInt } from 'node:crypto';
import { cnpj } from 'cpf-cnpj-validator';
import { formatLocalTime } from './format-local-time.ts';
import { findStateByCode, getStateCode, type State } from './states.ts';

/** The parts of an access key. */
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
  /** The site of the authority that received it; 0 when there is only one. */
  readonly site: string;
  /** The seven random digits. */
  readonly code: string;
}

/**
 * cUF 2, AAMM 4, CNPJ 14, mod 2, serie 3, nNF 9, tpEmis 1, nSiteAutoriz 1, cNF 7, cDV 1 (the authority's manual, MOC
 * NFCom; the parts are fields of `ide`). Letters in the CNPJ are those of the joint technical note 2025.001.
 */
const accessKeyPattern = /^(\d{2})(\d{2})(0[1-9]|1[0-2])([0-9A-Z]{12}\d{2})62(\d{3})(\d{9})([12])(\d)(\d{7})(\d)$/;

/** The 44 characters (chave de acesso) that identify a model 62 receipt. Throws a RangeError for an invalid part. */
export function buildAccessKey(parts: AccessKeyParts): string {
  const [, century, year, month] = /^(20)(\d{2})-(\d{2})$/.exec(parts.month) ?? [];
  if (century === undefined)
    throw new RangeError(`"${parts.month}" is not a month of this century in the form YYYY-MM.`);
  const numbers = `${padNumber(parts.series, 3)}${padNumber(parts.number, 9)}`;
  const issuer = `${getStateCode(parts.state)}${year}${month}${parts.cnpj}62`;
  const body = `${issuer}${numbers}${parts.emission}${parts.site}${parts.code}`;
  const key = `${body}${calculateAccessKeyDigit(body)}`;
  if (!isAccessKey(key)) throw new RangeError(`No access key can be built from ${JSON.stringify(parts)}.`);
  return key;
}

/** The month of an access key that is issued at an instant: the month in the state, which may differ from UTC. */
export function getIssueMonth(at: Date, state: State): string {
  return formatLocalTime(at, state).slice(0, 'YYYY-MM'.length);
}

/**
 * Whether a text is the access key of a model 62 receipt: checks its form, its state, the digits of its CNPJ and its
 * own check digit.
 */
export function isAccessKey(text: string): boolean {
  const [, state = '', , , taxId = '', , number] = accessKeyPattern.exec(text) ?? [];
  if (findStateByCode(state) === undefined || !cnpj.isValid(taxId) || Number(number) === 0) return false;
  return text.slice(-1) === calculateAccessKeyDigit(text.slice(0, -1));
}

/** The parts of a key; undefined when it is not a key. */
export function parseAccessKey(key: string): AccessKeyParts | undefined {
  if (!isAccessKey(key)) return undefined;
  const [, uf = '', year, month, taxId = '', series, number, emission, site = '', code = ''] =
    accessKeyPattern.exec(key) ?? [];
  const state = findStateByCode(uf);
  if (state === undefined) return undefined;
  const emissionType = emission === '2' ? '2' : '1';
  return {
    state,
    month: `20${year}-${month}`,
    cnpj: taxId,
    series: Number(series),
    number: Number(number),
    emission: emissionType,
    site,
    code,
  };
}

/**
 * The check digit by modulo 11: weights 2 to 9 from the right, repeated, and 0 when the remainder is 0 or 1. A letter
 * counts as its ASCII code minus 48, as in the alphanumeric CNPJ; digits keep their value.
 * @internal
 */
export function calculateAccessKeyDigit(body: string): string {
  const total = [...body]
    .reverse()
    .reduce((sum, character, place) => sum + (character.charCodeAt(0) - 48) * (2 + (place % 8)), 0);
  const remainder = total % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/** In eleven groups of four, as it is printed. */
export function formatAccessKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(' ') ?? '';
}

/**
 * Draws the seven random digits of a new key. They are stored with the receipt: the key is never rebuilt with other
 * digits.
 */
export function generateCode(): string {
  return padNumber(randomInt(10_000_000), 7);
}

function padNumber(number: number, width: number): string {
  return String(number).padStart(width, '0');
}
