import type { CodeOf } from './codes/problem-codes.ts';
import { type FieldError, joinSentences, withSentenceDetail } from './field-error.ts';
import { type CodeAndMembers, Problem, type ProblemMembers, type ProblemOptions } from './problem.ts';

/**
 * 400: single values of the request are invalid. Pass all errors at once. Errors above the limit are counted but not
 * listed.
 */
export function validationError(fieldErrors: readonly FieldError[], listedLimit: number = fieldErrors.length): Problem {
  const errors = fieldErrors.slice(0, listedLimit).map(withSentenceDetail);
  return new Problem('validation-error', { detail: summarize(errors, fieldErrors.length), members: { errors } });
}

function summarize(errors: readonly FieldError[], count: number): string | undefined {
  if (count === 1) return errors[0]?.detail;
  return count > errors.length
    ? `The request has ${count} errors. The first ${errors.length} are listed.`
    : `The request has ${count} errors.`;
}

/**
 * Rejects the request as a whole, before its values are checked. The code decides the status: 400, 405, 413, 414, 415,
 * 417 or 431.
 */
export function badRequest(
  code: CodeOf<'validation-error', 400 | 405 | 413 | 414 | 415 | 417 | 431>,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('validation-error', { code, detail, headers });
}

/** 405: the path supports only these methods. */
export function methodNotAllowed(allowed: readonly string[]): Problem {
  const methods = allowed.join(', ');
  return badRequest('method-not-allowed', `This address supports only ${methods}.`, { Allow: methods });
}

/** 422: the request is well-formed, but it cannot be executed. */
export function unprocessableRequest(
  detail: string,
  { code, ...members }: CodeAndMembers<CodeOf<'validation-error', 422>>,
): Problem {
  return new Problem('validation-error', { code, detail, members });
}

/** 422: single values of the request cannot be used. Pass all errors at once. */
export function unprocessableValues(
  fieldErrors: readonly FieldError[],
  { code, ...members }: CodeAndMembers<CodeOf<'validation-error', 422>>,
): Problem {
  return new Problem('validation-error', {
    code,
    detail: joinSentences(fieldErrors),
    members: { ...members, errors: fieldErrors.map(withSentenceDetail) },
  });
}

/** 401: always the same text, so that a response does not reveal whether the key is wrong or missing. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', {
    detail: 'The request needs one valid API key in the header `X-API-Key`.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="linework"' },
  });
}

/** 403: a valid key whose broker is suspended. */
export const brokerSuspended = (): Problem =>
  forbidden('The broker of this key is suspended.', { code: 'broker-suspended' });

/** 403: a valid key that may not be used from the address of the request. */
export const addressNotAllowed = (address: string): Problem =>
  forbidden(`This key may not be used from ${address || 'an unknown address'}.`, { code: 'address-not-allowed' });

/** 401: a request of the console without a session. */
export function notSignedIn(): Problem {
  return new Problem('unauthorized', {
    code: 'not-signed-in',
    detail: 'Nobody is signed in, or the session has ended.',
  });
}

/** 401: the same for a wrong name, a wrong password and a disabled person. */
export function wrongNameOrPassword(): Problem {
  return new Problem('unauthorized', { code: 'wrong-name-or-password', detail: 'The name or the password is wrong.' });
}

/** 401: what the OpenID provider sent back proves nothing. The reason is in the log: it would help only an attacker. */
export function openidSignInFailed(cause?: unknown): Problem {
  return new Problem('unauthorized', {
    code: 'openid-sign-in-failed',
    detail: 'The provider has not confirmed who you are.',
    cause,
  });
}

/** 429: too many attempts to sign in with this name or from this address. */
export function tooManySignIns(retryAfterSeconds: number): Problem {
  return new Problem('forbidden', {
    code: 'too-many-sign-ins',
    detail: `There were too many attempts with this name or from this address. Wait ${retryAfterSeconds} s.`,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** 403: the key is valid, but the caller may not send this request. */
export function forbidden(detail: string, { code, ...members }: CodeAndMembers<CodeOf<'forbidden', 403>>): Problem {
  return new Problem('forbidden', { code, detail, members });
}

/** 403: the caller's key lacks the scope of the operation. */
export function missingScope(scope: string): Problem {
  return forbidden(`The request needs a key with the scope ${scope}.`, { code: 'missing-scope', scope });
}

/** 429: the caller has sent too many requests. `headers` may describe the limit. */
export function tooManyRequests(retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('forbidden', {
    code: 'rate-limited',
    detail: `The key has sent too many requests. Wait ${retryAfterSeconds} s.`,
    headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
  });
}

/**
 * 429: the caller has as many requests in progress as the named limit allows. The headers describe this limit and not
 * the rate limit.
 */
export function tooManyInFlight(limitName: string, limit: number): Problem {
  return new Problem('forbidden', {
    code: 'too-many-in-flight',
    detail: `Too many requests are in progress: at most ${limit} at once. Wait until one of them has a response.`,
    headers: {
      'RateLimit-Policy': `"${limitName}";q=${limit};qu="concurrent-requests"`,
      RateLimit: `"${limitName}";r=0;t=1`,
      'Retry-After': '1',
    },
  });
}

/** 404: the record does not exist, or belongs to another broker. */
export function notFound(detail: string): Problem {
  return new Problem('not-found', { detail });
}

/** 410: the events after this position are not kept, or never were. */
export function positionGone(
  detail: string,
  positions: { readonly oldestPosition: number; readonly newestPosition: number },
): Problem {
  return new Problem('not-found', { code: 'gone', detail, members: { ...positions } });
}

/** 409: the request conflicts with the current state. `code` names the conflict. */
export function conflict(
  detail: string,
  { code, ...members }: CodeAndMembers<CodeOf<'conflict', 409>>,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('conflict', { code, detail, members, headers });
}

/** 412: the record has changed since the client read it. The request changed nothing. */
export function preconditionFailed(rewritten?: string): Problem {
  const detail =
    rewritten === undefined
      ? 'The record has changed since the response whose `ETag` is in `If-Match`.'
      : `A proxy has changed the \`ETag\` ${rewritten} in \`If-Match\`: the record itself is as it was. Send the tag ` +
        'without `W/` and without the name of a compression, or let the proxy leave ETags as they are.';
  return new Problem('conflict', { code: 'precondition-failed', detail });
}

/** 409: the request is not allowed in the current status of the resource. */
export function invalidStatusTransition(transition: {
  readonly resource: { readonly type: string; readonly id: string };
  readonly currentStatus: string;
  readonly requested: string;
  readonly allowed: readonly string[];
  /** The open order of the resource. */
  readonly orderId?: string | undefined;
  /** The newer order that has superseded this one. */
  readonly supersededBy?: string | undefined;
  /** Why, if neither the status nor `supersededBy` tells it: the end of the sentence. */
  readonly because?: string | undefined;
}): Problem {
  const { resource, currentStatus, requested, orderId, supersededBy, because, ...others } = transition;
  const reason = supersededBy === undefined ? because : `order ${supersededBy} has superseded it`;
  const why = reason === undefined ? '' : `: ${reason}`;
  const detail = `The ${resource.type} is ${currentStatus} and cannot be asked to ${requested}${why}.`;
  const orders = { ...(orderId !== undefined && { orderId }), ...(supersededBy !== undefined && { supersededBy }) };
  return new Problem('invalid-status-transition', {
    detail,
    members: { resource, currentStatus, requested, ...others, ...orders },
  });
}

/** 406: `Accept` excludes all of `mediaTypes`, the available types. */
export function notAcceptable(mediaTypes: readonly string[]): Problem {
  return new Problem('not-acceptable', { detail: `The response is available as ${mediaTypes.join(', ')} only.` });
}

/** 422: the number cannot be ported. `reasonCode` is the reason of the other operator or of the clearing house. */
export function portabilityRejected(detail: string, reasonCode: string, members: ProblemMembers = {}): Problem {
  return new Problem('portability-rejected', { detail, members: { ...members, reasonCode } });
}

interface UnavailableOptions extends Pick<ProblemOptions, 'members' | 'cause'> {
  readonly code?: CodeOf<'internal-server-error', 503>;
}

/** 503: a dependency of the response is temporarily unavailable. */
export function unavailable(detail: string, retryAfterSeconds: number, options: UnavailableOptions = {}): Problem {
  return new Problem('internal-server-error', {
    code: 'unavailable',
    detail,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    ...options,
  });
}

/** 503: the database is unavailable or too slow. The same request may succeed soon. */
export const databaseUnavailable = (cause?: unknown): Problem =>
  unavailable('The database does not respond.', 1, { cause });

/** 500: without details, so that nothing internal is revealed. */
export function internal(): Problem {
  return new Problem('internal-server-error');
}
