import { notSignedIn } from '@linework/problem-details/make-problem';
import type { Request } from 'express';

/** The prefix makes browsers insist on `Secure`, `Path=/` and no `Domain`, so that no other host can set it. */
const name = '__Host-linework';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header that gives the browser a session until this time. */
export const sessionCookie = (token: string, expiresAt: Date): string => `${name}=${token}; Expires=${expiresAt.toUTCString()}; ${attributes}`;

/** The header that takes it away. */
export const noSessionCookie = `${name}=; Max-Age=0; ${attributes}`;

/** Reads the token of a request. Raises not-signed-in if there is none, or more than one. */
export function readSessionToken({ headers }: Pick<Request, 'headers'>): string {
  const [token, ...others] = readCookies(headers.cookie, name);
  if (!token || others.length > 0) throw notSignedIn();
  return token;
}

/** The values of the cookies with this name. */
const readCookies = (header: string | undefined, wanted: string): readonly string[] =>
  (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${wanted}=`))
    .map((part) => part.slice(wanted.length + 1));
