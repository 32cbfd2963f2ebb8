interface ProblemKind {
  readonly title: string;
  /** The default status. */
  readonly status: number;
  /** All possible statuses. */
  readonly statuses: readonly number[];
  /** The meaning and the remedy, for the page of the problem type. */
  readonly explanation: string;
}

/** The closed catalogue of problem types. A status without a type of its own uses the most similar type; `codes/` has the codes that distinguish them. */
export const problems = {
  'validation-error': {
    title: 'Invalid request',
    status: 400,
    statuses: [400, 405, 413, 414, 415, 417, 422, 431],
    explanation:
      'The request cannot be understood or breaks a rule of the operation. Where single values are at fault, `errors` lists all of them: ' +
      '`pointer` is a JSON Pointer into the body, `parameter` the name of a path or query parameter or of a header. ' +
      'Sending the same request again gives the same answer: change it first.',
  },
  unauthorized: {
    title: 'API key needed',
    status: 401,
    statuses: [401],
    explanation:
      'The request carries no usable API key. Send one key in the header `X-API-Key`, once. A key that is unknown, expired or revoked is ' +
      'answered exactly like a missing one.',
  },
  forbidden: {
    title: 'Not allowed',
    status: 403,
    statuses: [403, 429],
    explanation:
      'The key is good, but it may not do this: with the code `missing-scope`, `scope` names what it lacks; with `broker-suspended`, an operator has suspended the broker of the key. With status 429 it may do this, ' +
      'but not now: wait for as many seconds as `Retry-After` says. `rate-limited` means too many requests in a second; `too-many-in-flight` means ' +
      'too many at once, so that fewer parallel requests help and slower ones do not. `RateLimit-Policy` describes the limit that refused the request.',
  },
  'not-found': {
    title: 'Not found',
    status: 404,
    statuses: [404],
    explanation: 'Nothing is at this address, or it belongs to somebody else: the two are answered alike.',
  },
  conflict: {
    title: 'Conflict',
    status: 409,
    statuses: [409, 412],
    explanation:
      'The request conflicts with the current state: another order is open (`orderId` names it), a number is taken, a request with the same ' +
      '`Idempotency-Key` is still running, or another request was faster. `code` says which. With status 412 the record is not the one that `If-Match` names. ' +
      'Read the resource again before you repeat the request.',
  },
  'invalid-status-transition': {
    title: 'Not allowed in the current status',
    status: 409,
    statuses: [409],
    explanation:
      'The resource has the status `currentStatus`, and `requested` cannot be asked for from there; `allowed` lists what can. ' +
      'The lifecycles are served at `/lifecycles`.',
  },
  'not-acceptable': {
    title: 'Not acceptable',
    status: 406,
    statuses: [406],
    explanation: 'The header `Accept` excludes every media type that this operation answers with. Problems are always `application/problem+json`.',
  },
  'portability-rejected': {
    title: 'Portability rejected',
    status: 422,
    statuses: [422],
    explanation: 'The clearing house or the present operator of the number refused the request. `reasonCode` is the reason they gave.',
  },
  'internal-server-error': {
    title: 'Internal server error',
    status: 500,
    statuses: [500, 503],
    explanation:
      'The fault is on this side. With status 503 something that the service needs is away for now: repeat the request after `Retry-After` seconds, ' +
      'with the same `Idempotency-Key` where it changes anything. With status 500 it is a defect: report `requestId`.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;
export type ProblemStatus<Name extends ProblemName = ProblemName> = (typeof problems)[Name]['statuses'][number];

export const problemNames = Object.keys(problems) as readonly ProblemName[];

/** Whether a text is the name of a problem in the catalogue. */
export function isProblemName(text: string): text is ProblemName {
  return Object.hasOwn(problems, text);
}
