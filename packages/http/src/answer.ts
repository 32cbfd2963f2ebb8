import type { ServerResponse } from 'node:http';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
import type { Answer } from './implement.ts';
import { requestIdOf } from './request-id.ts';

/** Sends an answer: bytes as they are, text of another type than JSON too, anything else as JSON. */
export function sendAnswer(response: ServerResponse, answer: Answer, mediaType = 'application/json'): void {
  const { status, headers = {}, body } = answer;
  const content = contentOf(body, mediaType);
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (content !== undefined) {
    response.setHeader('Content-Type', mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType);
    // Said here because Node leaves it out of an answer to HEAD.
    response.setHeader('Content-Length', Buffer.byteLength(content));
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  response.end(content);
}

/** Sends a problem as its RFC 9457 document. */
export function sendProblem(response: ServerResponse, problem: Problem, errorsBase: string): void {
  const { status, headers } = problem;
  const body = problemDocument(problem, { errorsBase, requestId: requestIdOf(response) });
  sendAnswer(response, { status, headers, body }, problemMediaType);
}

/** Express' own `json` and `send` would add a charset to the type and an ETag, and cost more. */
function contentOf(body: unknown, mediaType: string): string | Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return typeof body === 'string' && !mediaType.endsWith('json') ? body : JSON.stringify(body);
}
