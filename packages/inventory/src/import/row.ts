import type { TakenRowCode } from '@linework/schemas/inventory/import-file';
import type { NewResource } from '../resources/insert-resources.ts';
import { rowLimitBytes } from '../resources/row-limit.ts';

export const tooLong = `is longer than ${rowLimitBytes} bytes`;

/** A row that can be imported. */
export interface GoodRow extends NewResource {
  /** The last line of the record, counted from 1. */
  readonly line: number;
  /** The IMSI of a SIM, if it has one. */
  readonly imsi?: string;
  /** The plaintext secrets, a JSON object as text; the attributes no longer contain them. */
  readonly secrets?: string;
  /** The K among the secrets, with its name in the file. */
  readonly key?: { readonly name: string; readonly value: string };
}

/** A row that cannot be imported, and the reason. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
  readonly externalCode?: string;
  /** Where its code or its IMSI is in the inventory. */
  readonly code?: TakenRowCode;
}

export type Row = GoodRow | BadRow;

export const isBad = (row: object): row is BadRow => 'reason' in row;

const shownCharacters = 64;

/** Builds a bad row with the first characters of its code. */
export function badRow(line: number, reason: string, externalCode?: string): BadRow {
  return { line, reason, ...(externalCode && { externalCode: externalCode.slice(0, shownCharacters).toWellFormed() }) };
}
