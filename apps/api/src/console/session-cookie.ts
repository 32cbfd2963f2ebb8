import { notSignedIn } from '@linework/problem-details/make-problem';
import type { Request } from 'express';

/** The prefix makes browsers insist on `Secure`, `Path=/` and no `Domain`, so that no other host can set it. */
const name = '__Host-linework';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header that gives the browser a session until this time. */
export const sessionCookie = (token: string, expiresAt: Date): string =>
  `${name}=${token}; Expires=${expiresAt.toUTCString()}; ${attributes}`;

/** The header that takes it away. */
export const noSessionCookie = `${name}=; Max-Age=0; ${attributes}`;

/** Reads the token of a request. Raises not-signed-in if there is none, or more than one. */
export function readSessionToken({ headers }: Pick<Request, 'headers'>): string {
  const token = readCookie(headers.cookie, name);
  if (token === undefined) throw notSignedIn();
  return token;
}

/**
 * The cookie of the browser in which a sign-in through the provider has begun. The page that ends it sends it, so it
 * need not be sent by other sites.
 */
const beginName = '__Host-linework-sign-in';

export const beginCookie = (token: string, seconds: number): string =>
  `${beginName}=${token}; Max-Age=${seconds}; ${attributes}`;

/** Reads the token of a sign-in that has begun; undefined if there is none, or more than one. */
export const readBeginToken = (cookies: string | undefined): string | undefined => readCookie(cookies, beginName);

function readCookie(cookies: string | undefined, wanted: string): string | undefined {
  const [value, ...others] = readCookies(cookies, wanted);
  return value && others.length === 0 ? value : undefined;
}

/** The values of the cookies with this name. */
const readCookies = (header: string | undefined, wanted: string): readonly string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${wanted}=`))
    .map((part) => part.slice(wanted.length + 1));
