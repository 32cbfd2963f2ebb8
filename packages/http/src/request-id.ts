import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdLimitCharacters } from './limits.ts';

const validPattern = new RegExp(`^[A-Za-z0-9._-]{1,${requestIdLimitCharacters}}$`);

/** Sets the `X-Request-Id` of the response: the one of the request if it is valid, else a new UUID. */
export function assignRequestId(request: IncomingMessage, response: ServerResponse): string {
  const sentId = request.headers['x-request-id'];
  const requestId = typeof sentId === 'string' && validPattern.test(sentId) ? sentId : randomUUID();
  response.setHeader('X-Request-Id', requestId);
  return requestId;
}

/** Returns the request id of a response. */
export function getRequestId(response: ServerResponse): string {
  return String(response.getHeader('X-Request-Id'));
}
