import type { CodeOf } from './codes/problem-codes.ts';
import { type FieldError, joinSentences, withSentenceDetail } from './field-error.ts';
import { type CodeAndMembers, Problem, type ProblemMembers, type ProblemOptions } from './problem.ts';

/** 400: single values of the request are at fault; give all of them at once. Those beyond a limit are counted and not listed. */
export function validationError(fieldErrors: readonly FieldError[], listedLimit: number = fieldErrors.length): Problem {
  const errors = fieldErrors.slice(0, listedLimit).map(withSentenceDetail);
  return new Problem('validation-error', { detail: summarize(errors, fieldErrors.length), members: { errors } });
}

function summarize(errors: readonly FieldError[], count: number): string | undefined {
  if (count === 1) return errors[0]?.detail;
  return count > errors.length ? `The request has ${count} faults, of which the first ${errors.length} are listed.` : `The request has ${count} faults.`;
}

/** A refusal of the request as a whole, before its values matter: 400, 405, 413, 414, 415, 417 or 431, by its code. */
export function badRequest(
  code: CodeOf<'validation-error', 400 | 405 | 413 | 414 | 415 | 417 | 431>,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('validation-error', { code, detail, headers });
}

/** 405: at this address only those methods can be used. */
export function methodNotAllowed(allowed: readonly string[]): Problem {
  const methods = allowed.join(', ');
  return badRequest('method-not-allowed', `This address takes only ${methods}.`, { Allow: methods });
}

/** 422: well-formed, but it cannot be done as asked. */
export function unprocessableRequest(detail: string, { code, ...members }: CodeAndMembers<CodeOf<'validation-error', 422>>): Problem {
  return new Problem('validation-error', { code, detail, members });
}

/** 422: single values of the request cannot be used; give all of them at once. */
export function unprocessableValues(fieldErrors: readonly FieldError[], { code, ...members }: CodeAndMembers<CodeOf<'validation-error', 422>>): Problem {
  return new Problem('validation-error', { code, detail: joinSentences(fieldErrors), members: { ...members, errors: fieldErrors.map(withSentenceDetail) } });
}

/** 401, always in the same words, so that an answer does not tell a wrong key from a missing one. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', {
    detail: 'The request needs one valid API key in the header `X-API-Key`.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="linework"' },
  });
}

/** 403: the caller is known and may not do this. */
export function forbidden(detail: string, { code, ...members }: CodeAndMembers<CodeOf<'forbidden', 403>>): Problem {
  return new Problem('forbidden', { code, detail, members });
}

/** 403: the caller's key was not given the scope of the operation. */
export function missingScope(scope: string): Problem {
  return forbidden(`This needs a key with the scope ${scope}.`, { code: 'missing-scope', scope });
}

/** 429: more requests than the caller may send. `headers` may tell more about the limit. */
export function tooManyRequests(retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('forbidden', {
    code: 'rate-limited',
    detail: `The key has sent too many requests. Wait ${retryAfterSeconds} s.`,
    headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
  });
}

/** 429: the caller has as many requests in progress as the limit of this name allows. The headers describe that limit, and not the rate. */
export function tooManyInFlight(limitName: string, limit: number): Problem {
  return new Problem('forbidden', {
    code: 'too-many-in-flight',
    detail: `Too many requests are in progress: at most ${limit} at once. Wait until one of them is answered.`,
    headers: {
      'RateLimit-Policy': `"${limitName}";q=${limit};qu="concurrent-requests"`,
      RateLimit: `"${limitName}";r=0;t=1`,
      'Retry-After': '1',
    },
  });
}

/** 404: also for what belongs to another broker. */
export function notFound(detail: string): Problem {
  return new Problem('not-found', { detail });
}

/** 409: something else is in the way; `code` says what. */
export function conflict(
  detail: string,
  { code, ...members }: CodeAndMembers<CodeOf<'conflict', 409>>,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('conflict', { code, detail, members, headers });
}

/** 412: the record is not as the client has seen it. Nothing was changed. */
export function preconditionFailed(): Problem {
  const detail = 'The record has changed since the answer whose `ETag` is in `If-Match`.';
  return new Problem('conflict', { code: 'precondition-failed', detail });
}

/** 409: the request is not among those that may be made in the resource's present status. */
export function invalidStatusTransition(transition: {
  readonly resource: { readonly type: string; readonly id: string };
  readonly currentStatus: string;
  readonly requested: string;
  readonly allowed: readonly string[];
  /** The order that is at work on the resource. */
  readonly orderId?: string | undefined;
  /** The newer order that has made this one nobody's business any more. */
  readonly supersededBy?: string | undefined;
}): Problem {
  const { resource, currentStatus, requested, orderId, supersededBy, ...others } = transition;
  const because = supersededBy === undefined ? '' : `: order ${supersededBy} has superseded it`;
  const detail = `The ${resource.type} is ${currentStatus} and cannot be asked to ${requested}${because}.`;
  const orders = { ...(orderId !== undefined && { orderId }), ...(supersededBy !== undefined && { supersededBy }) };
  return new Problem('invalid-status-transition', { detail, members: { resource, currentStatus, requested, ...others, ...orders } });
}

/** 406: `Accept` excludes all of `mediaTypes`, which is what there is. */
export function notAcceptable(mediaTypes: readonly string[]): Problem {
  return new Problem('not-acceptable', { detail: `The answer is available as ${mediaTypes.join(', ')} only.` });
}

/** 422: the number cannot be ported, for the reason that the other side gave, or would give. */
export function portabilityRejected(detail: string, reasonCode: string, members: ProblemMembers = {}): Problem {
  return new Problem('portability-rejected', { detail, members: { ...members, reasonCode } });
}

interface UnavailableOptions extends Pick<ProblemOptions, 'members' | 'cause'> {
  readonly code?: CodeOf<'internal-server-error', 503>;
}

/** 503: something that the answer depends on is away for now. */
export function unavailable(detail: string, retryAfterSeconds: number, options: UnavailableOptions = {}): Problem {
  return new Problem('internal-server-error', { code: 'unavailable', detail, headers: { 'Retry-After': String(retryAfterSeconds) }, ...options });
}

/** 503: the database is away or too slow; the same request may succeed soon. */
export const databaseUnavailable = (cause?: unknown): Problem => unavailable('The database does not answer.', 1, { cause });

/** 500, bare: nothing of the inside is told. */
export function internal(): Problem {
  return new Problem('internal-server-error');
}
