import { createHash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[\w-]{43}$/;

/** Creates the token of a session: 256 random bits. */
export const createToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Whether a text has the form of a token, so that another one costs no statement. */
export const isToken = (text: string): boolean => tokenPattern.test(text);

/** The SHA-256 of a token, which is all that is stored of it. */
export const digestToken = (token: string): Buffer => createHash('sha256').update(token).digest();
