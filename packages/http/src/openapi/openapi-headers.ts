import type { ProblemStatus } from '@linework/problem-details/codes/problems';
import type { ResponseDeclaration, Route } from '../define-route.ts';
import { acceptsIdempotencyKey } from '../route-problems.ts';

/** The headers that many responses have, as components of the document. Some are not always sent. */
export const sharedHeaders = toHeaderObjects({
  'X-Request-Id': 'The request id',
  ETag:
    'The version of the record. Send it as `If-Match` with a change, or as `If-None-Match` to read the record only ' +
    'if it has changed.',
  RateLimit:
    'How many requests the key, or all keys of its broker, may still send (`r`) in this second. The smaller ' +
    'number is shown.',
  'RateLimit-Policy': 'How many requests (`q`) a key, or all keys of a broker, may send in a window of `w` seconds.',
  'Idempotency-Replayed':
    '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
});

const rateLimitHeaders = ['RateLimit', 'RateLimit-Policy'];
const replayedHeaders = ['Idempotency-Replayed'];
const etagHeaders = ['ETag'];

const headersByProblemStatus: { readonly [status in ProblemStatus]?: Readonly<Record<string, string>> } = {
  401: { 'WWW-Authenticate': 'The scheme of the key' },
  409: { 'Retry-After': 'Seconds to wait, with the code `idempotency-in-flight`' },
  429: { 'Retry-After': 'Seconds to wait' },
  503: { 'Retry-After': 'Seconds to wait' },
};

/** The headers of a response of a route: those that it declares, and those of every response of such a route. */
export function responseHeaders(route: Route, { headers = {} }: ResponseDeclaration, hasEtag: boolean) {
  return {
    ...toHeaderObjects(headers),
    ...sharedHeaderRefs(
      hasEtag ? etagHeaders : [],
      route.scope === null ? [] : rateLimitHeaders,
      acceptsIdempotencyKey(route) ? replayedHeaders : [],
    ),
  };
}

/** The headers of a 304 response. */
export const notModifiedHeaders = sharedHeaderRefs(etagHeaders);

/**
 * The headers of a problem response. Requests that are rejected before the key is known do not count for the rate
 * limit. Temporary problems are not stored for a replay.
 */
export function problemHeaders(status: ProblemStatus) {
  const hasRateLimit = status !== 401 && status !== 406;
  const isReplayable = [400, 403, 404, 409, 422].includes(status);
  return {
    ...toHeaderObjects(headersByProblemStatus[status] ?? {}),
    ...sharedHeaderRefs(hasRateLimit ? rateLimitHeaders : [], isReplayable ? replayedHeaders : []),
  };
}

function sharedHeaderRefs(...names: readonly (readonly string[])[]) {
  return Object.fromEntries(
    ['X-Request-Id', ...names.flat()].map((name) => [name, { $ref: `#/components/headers/${name}` as const }]),
  );
}

function toHeaderObjects(declared: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(declared).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]),
  );
}
