import type { NewResource } from '../insert-resources.ts';

/** Longer rows are not read: nothing that is kept on a resource is. */
export const rowLimitBytes = 64 * 1024;
export const tooLong = `is longer than ${rowLimitBytes} bytes`;

/** A row that can be imported. */
export interface GoodRow extends NewResource {
  /** From 1, where its record ends. */
  readonly line: number;
  /** Of a SIM that has one. */
  readonly imsi?: string;
  /** Its secrets in clear, a JSON object as text; they are not among its attributes any more. */
  readonly secrets?: string;
  /** K, which is one of its secrets, under its name in the file. */
  readonly key?: { readonly name: string; readonly value: string };
}

/** A row that cannot, and why. */
export interface BadRow {
  readonly line: number;
  readonly reason: string;
  readonly externalCode?: string;
}

export type Row = GoodRow | BadRow;

export const isBad = (row: object): row is BadRow => 'reason' in row;

const shownCharacters = 64;

/** A row that cannot be imported, with as much of its code as may be shown. */
export function badRow(line: number, reason: string, externalCode?: string): BadRow {
  return { line, reason, ...(externalCode && { externalCode: externalCode.slice(0, shownCharacters).toWellFormed() }) };
}
