import type { ServerResponse } from 'node:http';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
import { etagOf, matchesWeakly } from './etag.ts';
import type { Answer } from './implement.ts';
import { requestIdOf } from './request-id.ts';

/** How an answer is sent. */
export interface Sending {
  /** JSON where it is left out. */
  readonly mediaType?: string | undefined;
  /** Whether the answer is one record, whose tag is told. */
  readonly hasTag?: boolean;
  /** A record with one of these tags is not sent: 304. */
  readonly ifNoneMatch?: readonly string[] | undefined;
}

/** Sends an answer: bytes as they are, text of another type than JSON too, anything else as JSON. */
export function sendAnswer(response: ServerResponse, answer: Answer, { mediaType = 'application/json', hasTag, ifNoneMatch }: Sending = {}): void {
  const { status, headers = {}, body } = answer;
  const content = contentOf(body, mediaType);
  const etag = hasTag && content !== undefined ? etagOf(content) : undefined;
  const isKnown = etag !== undefined && ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag);
  const sent = isKnown ? undefined : content;
  response.statusCode = isKnown ? notModified : status;
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
  const body = problemDocument(problem, { errorsBase, requestId: requestIdOf(response) });
  sendAnswer(response, { status, headers, body }, { mediaType: problemMediaType });
}

/** Express' own `json` and `send` would add a charset to the type and an ETag, and cost more. */
function contentOf(body: unknown, mediaType: string): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return typeof body === 'string' && !mediaType.endsWith('json') ? body : JSON.stringify(body);
}
