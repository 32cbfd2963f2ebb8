import { version } from '../generated/version.ts';
import type { ApiRequest, RequestOptions, StreamContent } from '../options.ts';

/** A request as it is sent in each try. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: StreamContent | undefined;
  readonly idempotencyKey: string | undefined;
  /** A second execution can do no harm. */
  readonly isRepeatable: boolean;
  /** The body can be sent again. */
  readonly isReplayable: boolean;
}

interface Context extends RequestOptions {
  readonly apiKey: string | null;
  readonly url: string;
}

/** Chooses the headers of a request. Its `Idempotency-Key` is chosen here, once for all attempts. */
export function prepareRequest(request: ApiRequest, { apiKey, url, headers, ...options }: Context): PreparedRequest {
  const { method, body, content, isIdempotent = content === undefined } = request;
  const isWrite = method !== 'GET';
  const idempotencyKey = isWrite && isIdempotent ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const sent = content?.value ?? (body === undefined ? undefined : JSON.stringify(body));
  const mediaType = content?.mediaType ?? (body === undefined ? undefined : 'application/json');
  return {
    method,
    url,
    body: sent,
    idempotencyKey,
    isRepeatable: !isWrite || idempotencyKey !== undefined,
    isReplayable: !(sent instanceof ReadableStream),
    headers: buildHeaders(
      {
        Accept: request.accept ?? 'application/json',
        'X-API-Key': apiKey ?? undefined,
        'Content-Type': mediaType,
        'Idempotency-Key': idempotencyKey,
        'If-Match': options.ifMatch,
        'X-Correlation-Id': options.correlationId,
        'X-Request-Id': options.requestId,
        ...userAgent,
      },
      headers,
    ),
  };
}

// A browser sends its own, and asks the server for permission before it sends another.
const userAgent: Readonly<Record<string, string>> =
  'document' in globalThis ? {} : { 'User-Agent': `linework-sdk/${version}` };

/** The caller's own headers replace the others, in whatever case their names are written. */
function buildHeaders(
  usual: Readonly<Record<string, string | undefined>>,
  own: RequestOptions['headers'] = {},
): Headers {
  const headers = new Headers();
  for (const [name, value] of [...Object.entries(usual), ...Object.entries(own)])
    if (value !== undefined) headers.set(name, value);
  return headers;
}
