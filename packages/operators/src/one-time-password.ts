import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike, because it may be read aloud. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 5;
const validMs = 72 * 3_600_000;

/** Creates a first password of 99 random bits, in groups. */
export const createOneTimePassword = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');

/** A first password that nobody used in three days is worth nothing. */
export const oneTimePasswordEnd = (): Date => new Date(Date.now() + validMs);
