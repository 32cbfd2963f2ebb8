import { Problem, type ProblemMembers } from './problem.ts';

/** One thing wrong with a request: where, and what. A place in the body has a `pointer`, anything outside it a `parameter`. */
export interface Fault {
  readonly detail: string;
  /** A JSON Pointer into the body. */
  readonly pointer?: string;
  /** The name of a path or query parameter, or of a header. */
  readonly parameter?: string;
}

/** The named members may be a `code` and whatever else tells a program more. */
export type CodeAndMembers = { readonly code?: string } & Omit<ProblemMembers, 'code'>;

/** 400: single values of the request are at fault; give all of them at once. */
export function validationError(faults: readonly Fault[]): Problem {
  const detail = faults.length === 1 ? faults[0]?.detail : `The request has ${faults.length} faults.`;
  return new Problem('validation-error', { detail, members: { errors: faults } });
}

/** A refusal of the request as a whole, before its values matter: 400, 405, 413, 414, 415, 417 or 431. */
export function refusedRequest(
  status: 400 | 405 | 413 | 414 | 415 | 417 | 431,
  code: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  return new Problem('validation-error', { status, code, detail, headers });
}

/** 422: well-formed, but it cannot be done as asked. */
export function impossibleRequest(detail: string, { code, ...members }: CodeAndMembers = {}): Problem {
  return new Problem('validation-error', { status: 422, code, detail, members });
}

/** 401, always in the same words, so that an answer does not tell a wrong key from a missing one. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', {
    detail: 'Send a valid API key in the header X-API-Key, once.',
    headers: { 'WWW-Authenticate': 'ApiKey realm="linework"' },
  });
}

/** 403: the caller is known and may not do this. */
export function forbidden(detail: string, { code, ...members }: CodeAndMembers = {}): Problem {
  return new Problem('forbidden', { code, detail, members });
}

/** 403: the caller's key was not given the scope of the operation. */
export function missingScope(scope: string): Problem {
  return forbidden(`This needs a key with the scope ${scope}.`, { code: 'missing-scope', scope });
}

/** 429: more requests than the caller may send. `headers` may tell more about the limit. */
export function tooManyRequests(retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('forbidden', {
    status: 429,
    code: 'rate-limited',
    detail: 'Too many requests.',
    headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
  });
}

/** 404: also for what belongs to another broker. */
export function notFound(detail: string): Problem {
  return new Problem('not-found', { detail });
}

/** 409: something else is in the way; `code` says what. */
export function conflict(detail: string, { code, ...members }: CodeAndMembers = {}, headers: Readonly<Record<string, string>> = {}): Problem {
  return new Problem('conflict', { code, detail, members, headers });
}

/** 409: the request is not among those that may be made in the resource's present status. */
export function invalidStatusTransition(refused: {
  readonly resource: { readonly type: string; readonly id: string };
  readonly currentStatus: string;
  readonly requested: string;
  readonly allowed: readonly string[];
}): Problem {
  const { resource, currentStatus, requested, allowed } = refused;
  const detail = `The ${resource.type} is ${currentStatus} and cannot be asked to ${requested}.`;
  return new Problem('invalid-status-transition', { detail, members: { resource, currentStatus, requested, allowed } });
}

/** 406: `Accept` excludes all of `mediaTypes`, which is what there is. */
export function notAcceptable(mediaTypes: readonly string[]): Problem {
  return new Problem('not-acceptable', { detail: `The answer is available as ${mediaTypes.join(', ')} only.` });
}

/** 422: the number cannot be ported, for the reason that the other side gave, or would give. */
export function portabilityRejected(detail: string, reasonCode: string, members: ProblemMembers = {}): Problem {
  return new Problem('portability-rejected', { detail, members: { ...members, reasonCode } });
}

/** 503: something that the answer depends on is away for now. */
export function unavailable(detail: string, retryAfterSeconds: number): Problem {
  return new Problem('internal-server-error', {
    status: 503,
    code: 'unavailable',
    detail,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** 503: the database is away or too slow; the same request may succeed soon. */
export const databaseAway = (): Problem => unavailable('The database does not answer.', 1);

/** 500, bare: nothing of the inside is told. */
export function internal(): Problem {
  return new Problem('internal-server-error');
}
