import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { urlLimitBytes } from './limits.ts';

/** Refuses a request whose first lines cannot be right on any route: its address too long or garbled, or no `Host`. */
export function checkHead(request: IncomingMessage): void {
  const url = request.url ?? '';
  if (url.length > urlLimitBytes) throw badRequest('url-too-long', `The address is longer than ${urlLimitBytes} bytes.`);
  if (url.includes('%') && !isValidEncoding(url)) throw badRequest('malformed-url', 'The address is not percent-encoded UTF-8 text.');
  // The server leaves this check to us (see create-server.ts), since its own answer is no problem document.
  if (request.httpVersion === '1.1' && request.headers.host === undefined) throw badRequest('missing-host', 'The header `Host` is missing.');
}

function isValidEncoding(url: string): boolean {
  try {
    return !decodeURIComponent(url).includes('\0');
  } catch {
    return false;
  }
}
