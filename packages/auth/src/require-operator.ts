import { missingScope, tooManyRequests } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { Request, RequestHandler } from 'express';
import { callerFrom } from './authenticate.ts';
import { type Caller, hasScope } from './caller.ts';
import { limitWrongKeys, type WrongKeys } from './wrong-keys.ts';

export interface RequireOperatorOptions {
  /** Finds the owner of a key; null for an unknown key, after the same amount of work. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  readonly wrongKeys?: WrongKeys;
}

/**
 * Requires an operator's key in `X-API-Key`, or as the password of HTTP Basic, which browsers support. After too many
 * wrong keys from one IP address, the next wrong one gets 429; a valid key from that address still works.
 */
export function requireOperator({
  authenticate,
  wrongKeys = limitWrongKeys(),
}: RequireOperatorOptions): RequestHandler {
  async function findCaller(key: string, address: string): Promise<Caller> {
    const caller = await authenticate(key);
    if (caller !== null) return callerFrom(caller, address);
    const waitSeconds = wrongKeys.admit(address);
    throw waitSeconds > 0 ? tooManyRequests(waitSeconds) : operatorRequired();
  }

  return async (request, response, next) => {
    const key = readKey(request);
    if (key === undefined) throw operatorRequired();
    const caller = await findCaller(key, request.ip ?? '');
    if (!hasScope(caller, 'operator')) throw missingScope('operator');
    response.locals['caller'] = caller;
    next();
  };
}

/** Reads the key of a request; undefined if there is none or more than one. */
function readKey({ headersDistinct }: Request): string | undefined {
  const inHeader = headersDistinct['x-api-key'] ?? [];
  const asPassword = (headersDistinct['authorization'] ?? []).map(readPassword);
  const [key, ...others] = [...inHeader, ...asPassword];
  return key === '' || others.length > 0 ? undefined : key;
}

/** Reads the password of HTTP Basic (RFC 7617); empty for any other scheme. The user name is ignored. */
function readPassword(authorization: string): string {
  const [, credentials = ''] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? '' : text.slice(colon + 1);
}

/** One problem for both cases, so that a response does not reveal whether a key exists. */
function operatorRequired(): Problem {
  return new Problem('unauthorized', {
    detail:
      "The request needs one operator's key: in the header `X-API-Key`, or as the password of HTTP Basic with any " +
      'user name.',
    headers: { 'WWW-Authenticate': 'Basic realm="linework operators", charset="UTF-8"' },
  });
}
