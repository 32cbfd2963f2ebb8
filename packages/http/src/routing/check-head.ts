import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { urlLimitBytes } from '../limits.ts';

/** Rejects a request that is invalid on any route: its URL is too long or malformed, or `Host` is missing. */
export function checkHead(request: IncomingMessage): void {
  const url = request.url ?? '';
  if (url.length > urlLimitBytes)
    throw badRequest('url-too-long', `The address is longer than ${urlLimitBytes} bytes.`);
  if (url.includes('%') && !isValidEncoding(url))
    throw badRequest('malformed-url', 'The address is not percent-encoded UTF-8 text.');
  // The server does not check this (see create-server.ts), because its own response would not be a problem document.
  if (request.httpVersion === '1.1' && request.headers.host === undefined)
    throw badRequest('missing-host', 'The header `Host` is missing.');
}

function isValidEncoding(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0');
  } catch {
    return false;
  }
}
