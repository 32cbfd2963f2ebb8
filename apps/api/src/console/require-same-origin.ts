import { isLoopback } from '@linework/http/is-loopback';
import { forbidden } from '@linework/problem-details/make-problem';
import type { RequestHandler } from 'express';

export interface OriginOptions {
  /** The address at which browsers open the console; undefined if it is the one that the request names. */
  readonly consoleUrl: string | undefined;
}

/**
 * Requires that a request that may change something was sent by a page of this very origin. Browsers set both headers
 * themselves, and no page can change them. `Sec-Fetch-Site` is sent only where the cookie works too: through HTTPS, and
 * on a loopback address. It holds for a body of any media type, so for the files of an import too. A route takes its
 * own media types only, and none takes what a form of another site can send: `text/csv` and `application/x-ndjson` need
 * a preflight like JSON (Fetch standard, CORS-safelisted request-header), and this refuses it.
 */
export function requireSameOrigin({ consoleUrl }: OriginOptions): RequestHandler {
  const expected = consoleUrl === undefined ? undefined : new URL(consoleUrl).origin;
  return ({ method, headers }, _response, next) => {
    if (method === 'GET' || method === 'HEAD') return next();
    const origin = parseOrigin(headers.origin);
    if (origin && !isSafe(origin)) {
      throw forbidden('A browser keeps the cookie of the console only through HTTPS, or on a loopback address.', {
        code: 'console-needs-https',
      });
    }
    const isOwn =
      origin !== undefined && (expected === undefined ? origin.host === headers.host : origin.origin === expected);
    if (!isOwn || headers['sec-fetch-site'] !== 'same-origin') {
      throw forbidden('This request was not sent by a page of the console.', { code: 'cross-site-request' });
    }
    next();
  };
}

function parseOrigin(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isLoopback(hostname);
