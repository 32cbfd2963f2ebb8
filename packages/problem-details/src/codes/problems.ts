interface ProblemKind {
  readonly title: string;
  /** The default status. */
  readonly status: number;
  /** All possible statuses. */
  readonly statuses: readonly number[];
  /** The meaning and the remedy, for the page of the problem type. */
  readonly explanation: string;
}

/**
 * The closed catalogue of problem types. A status without its own type uses the most similar type; `codes/` has the
 * codes that distinguish them.
 */
export const problems = {
  'validation-error': {
    title: 'Invalid request',
    status: 400,
    statuses: [400, 405, 413, 414, 415, 417, 422, 431],
    explanation:
      'The request cannot be understood or violates a rule of the operation. If single values are invalid, ' +
      '`errors` lists all of them: ' +
      '`pointer` is a JSON Pointer into the body, `parameter` the name of a path or query parameter or of a header. ' +
      'Sending the same request again gives the same response, so change it first.',
  },
  unauthorized: {
    title: 'API key needed',
    status: 401,
    statuses: [401],
    explanation:
      'The request has no valid API key. Send one key in the header `X-API-Key`, once. The response is the same ' +
      'for a missing key and for one ' +
      'that is unknown, expired or revoked.',
  },
  forbidden: {
    title: 'Not allowed',
    status: 403,
    statuses: [403, 429],
    explanation:
      'The key is valid, but it may not send this request. With the code `missing-scope`, `scope` is the scope ' +
      'that it lacks; with `broker-suspended`, an operator has suspended the broker of the key. With status 429 ' +
      'it may send the request ' +
      'later: wait for the seconds in `Retry-After`. `rate-limited` means too many requests per second. ' +
      '`too-many-in-flight` means too many at the ' +
      'same time: send fewer in parallel. `RateLimit-Policy` describes the limit that rejected the request.',
  },
  'not-found': {
    title: 'Not found',
    status: 404,
    statuses: [404, 410],
    explanation:
      'Nothing exists at this address, or the record belongs to another broker: the response is the same. With ' +
      'status 410 the events after a position ' +
      'are no longer kept, or the position is from another installation.',
  },
  conflict: {
    title: 'Conflict',
    status: 409,
    statuses: [409, 412],
    explanation:
      'The request conflicts with the current state: another order is open (`orderId` names it), a number is ' +
      'taken, a request with the same ' +
      '`Idempotency-Key` is still running, or another request was faster. `code` is the reason. With status 412 ' +
      'the current `ETag` of the record is not in `If-Match`. ' +
      'Read the resource again before you repeat the request.',
  },
  'invalid-status-transition': {
    title: 'Not allowed in the current status',
    status: 409,
    statuses: [409],
    explanation:
      'The resource has the status `currentStatus`, in which `requested` is not allowed; `allowed` lists the ' +
      'allowed requests. ' +
      'The lifecycles are served at `/lifecycles`.',
  },
  'not-acceptable': {
    title: 'Not acceptable',
    status: 406,
    statuses: [406],
    explanation:
      'The header `Accept` excludes every media type of the operation. Problems are always `application/problem+json`.',
  },
  'portability-rejected': {
    title: 'Portability rejected',
    status: 422,
    statuses: [422],
    explanation:
      'The clearing house or the current operator of the number rejected the request. `reasonCode` is their reason.',
  },
  'internal-server-error': {
    title: 'Internal server error',
    status: 500,
    statuses: [500, 503],
    explanation:
      'The service failed. With status 503 a dependency of the service is temporarily unavailable: repeat the ' +
      'request after `Retry-After` seconds, ' +
      'with the same `Idempotency-Key` if it changes anything. Status 500 is a bug: report `requestId`.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problems;
export type ProblemStatus<Name extends ProblemName = ProblemName> = (typeof problems)[Name]['statuses'][number];

export const problemNames = Object.keys(problems) as readonly ProblemName[];

/** Whether a text is the name of a problem in the catalogue. */
export function isProblemName(text: string): text is ProblemName {
  return Object.hasOwn(problems, text);
}
