import type { ServerResponse } from 'node:http';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
import { computeEtag, matchesWeakly } from '../etag.ts';
import type { RouteResponse } from '../implement.ts';
import { getRequestId } from '../request-id.ts';

/** Options of sending a response. */
export interface SendOptions {
  /** The default is JSON. */
  readonly mediaType?: string | undefined;
  /** Whether the response is one record, which gets an `ETag` header. */
  readonly hasEtag?: boolean;
  /** A record with one of these ETags gets 304 without a body. */
  readonly ifNoneMatch?: readonly string[] | undefined;
}

/** Sends a response. Bytes and text of another media type than JSON are sent unchanged, anything else as JSON. */
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
    // Set here because Node.js omits it in responses to HEAD.
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

/** `json` and `send` of Express would add a charset and an ETag, and cost more. */
function serializeBody(body: unknown, mediaType: string): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return typeof body === 'string' && !mediaType.endsWith('json') ? body : JSON.stringify(body);
}
