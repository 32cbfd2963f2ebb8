import type { ServerResponse } from 'node:http';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
import { computeEtag, matchesWeakly } from './etag.ts';
import type { RouteResponse } from './implement.ts';
import { getRequestId } from './request-id.ts';

/** How an answer is sent. */
export interface SendOptions {
  /** JSON where it is left out. */
  readonly mediaType?: string | undefined;
  /** Whether the answer is one record, whose tag is told. */
  readonly hasEtag?: boolean;
  /** A record with one of these tags is not sent: 304. */
  readonly ifNoneMatch?: readonly string[] | undefined;
}

/** Sends an answer: bytes as they are, text of another type than JSON too, anything else as JSON. */
export function sendResponse(
  response: ServerResponse,
  result: RouteResponse,
  { mediaType = 'application/json', hasEtag, ifNoneMatch }: SendOptions = {},
): void {
  const { status, headers = {}, body } = result;
  const content = serializeBody(body, mediaType);
  const etag = hasEtag && content !== undefined ? computeEtag(content) : undefined;
  const isUnchanged = etag !== undefined && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag);
  const sent = isUnchanged ? undefined : content;
  response.statusCode = isUnchanged ? notModified : status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (etag !== undefined) response.setHeader('ETag', etag);
  if (sent !== undefined) {
    response.setHeader('Content-Type', mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType);
    // Said here because Node leaves it out of an answer to HEAD.
    response.setHeader('Content-Length', Buffer.byteLength(sent));
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  response.end(sent);
}

const notModified = 304;

/** Sends a problem as its RFC 9457 document. */
export function sendProblem(response: ServerResponse, problem: Problem, errorsBase: string): void {
  const { status, headers } = problem;
  const body = problemDocument(problem, { errorsBase, requestId: getRequestId(response) });
  sendResponse(response, { status, headers, body }, { mediaType: problemMediaType });
}

/** Express' own `json` and `send` would add a charset to the type and an ETag, and cost more. */
function serializeBody(body: unknown, mediaType: string): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return typeof body === 'string' && !mediaType.endsWith('json') ? body : JSON.stringify(body);
}
