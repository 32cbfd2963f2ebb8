import type { ProblemStatus } from '@linework/problem-details/problems';
import type { ResponseDeclaration, Route } from './define-route.ts';
import { acceptsIdempotencyKey } from './route-problems.ts';

/** Headers that many answers have, some of them only now and then: components of the document. */
export const sharedHeaders = toHeaderObjects({
  'X-Request-Id': 'The request id',
  ETag: 'The version of the record: send it as `If-Match` with a change, or as `If-None-Match` to read it only when it is another',
  RateLimit: 'How many requests the key, or all keys of its broker, may still send (`r`) until the second is over: whichever are fewer',
  'RateLimit-Policy': 'How many requests a key, or all keys of a broker, may send (`q`) in how many seconds (`w`)',
  'Idempotency-Replayed': '`true` where the same request was answered before under its `Idempotency-Key`: this is that answer',
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

/** The headers of an answer of a route: its own, and those that every answer of such a route may have. */
export function responseHeaders(route: Route, { headers = {} }: ResponseDeclaration, hasEtag: boolean) {
  return {
    ...toHeaderObjects(headers),
    ...sharedHeaderRefs(hasEtag ? etagHeaders : [], route.scope === null ? [] : rateLimitHeaders, acceptsIdempotencyKey(route) ? replayedHeaders : []),
  };
}

/** The headers of an answer without the record that the client has. */
export const notModifiedHeaders = sharedHeaderRefs(etagHeaders);

/** The headers of a refusal, on whatever route. What is refused before the key is known is not counted, and what may pass is not kept to be repeated. */
export function problemHeaders(status: ProblemStatus) {
  const hasRateLimit = status !== 401 && status !== 406;
  const isReplayable = [400, 403, 404, 409, 422].includes(status);
  return {
    ...toHeaderObjects(headersByProblemStatus[status] ?? {}),
    ...sharedHeaderRefs(hasRateLimit ? rateLimitHeaders : [], isReplayable ? replayedHeaders : []),
  };
}

function sharedHeaderRefs(...names: readonly (readonly string[])[]) {
  return Object.fromEntries(['X-Request-Id', ...names.flat()].map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));
}

function toHeaderObjects(declared: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(declared).map(([name, description]) => [name, { description, schema: { type: 'string' as const } }]));
}
