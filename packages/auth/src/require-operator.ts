import { missingScope, tooManyRequests } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { Request, RequestHandler } from 'express';
import { type Caller, hasScope } from './caller.ts';
import { limitWrongKeys, type WrongKeys } from './wrong-keys.ts';

export interface RequireOperatorOptions {
  /** Whose a key is; null when it is nobody's, after the same work. */
  readonly authenticate: (key: string) => Promise<Caller | null>;
  readonly wrongKeys?: WrongKeys;
}

/**
 * Lets operators through, by a key in `X-API-Key` or as the password of HTTP Basic, which browsers ask for. An address that sent
 * too many wrong keys is answered 429 to the next wrong one; a good key from there is served all the same.
 */
export function requireOperator({ authenticate, wrongKeys = limitWrongKeys() }: RequireOperatorOptions): RequestHandler {
  async function findCaller(key: string, address: string): Promise<Caller> {
    const caller = await authenticate(key);
    if (caller !== null) return caller;
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

/** The one key of a request; undefined when there is none, or more than one. */
function readKey({ headersDistinct }: Request): string | undefined {
  const inHeader = headersDistinct['x-api-key'] ?? [];
  const asPassword = (headersDistinct['authorization'] ?? []).map(readPassword);
  const [key, ...others] = [...inHeader, ...asPassword];
  return key === '' || others.length > 0 ? undefined : key;
}

/** The password of HTTP Basic (RFC 7617), empty in any other scheme. The name may be anything. */
function readPassword(authorization: string): string {
  const [, credentials = ''] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  const text = Buffer.from(credentials, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? '' : text.slice(colon + 1);
}

/** Always in the same words, so that an answer does not tell a wrong key from a missing one. */
function operatorRequired(): Problem {
  return new Problem('unauthorized', {
    detail: "The request needs one operator's key: in the header `X-API-Key`, or as the password of HTTP Basic under any name.",
    headers: { 'WWW-Authenticate': 'Basic realm="linework operators", charset="UTF-8"' },
  });
}
