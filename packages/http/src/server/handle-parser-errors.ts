import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { badRequest } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { problemDocument, problemMediaType } from '@linework/problem-details/problem-document';
import { isStreamed } from '../open-stream.ts';
import { discardBody } from '../request/read-body.ts';
import { assignRequestId } from '../request-id.ts';
import { sendProblem } from '../routing/send-response.ts';

const malformedRequest = badRequest('malformed-request', 'This is not a valid HTTP request.');
const problemsByErrorCode: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: badRequest('headers-too-large', 'The headers of the request are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: badRequest('body-too-large', 'The chunk extensions of the body are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: badRequest('request-timeout', 'The request did not arrive in time.'),
};

/** Makes a server send a problem document for input that is not a valid request: malformed, too large or too slow. */
export function handleParserErrors(server: Server, { errorsBase }: { readonly errorsBase: string }): void {
  const lastResponse = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => lastResponse.set(request.socket, response));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    assignRequestId(request, response);
    discardBody(request);
    sendProblem(
      response,
      badRequest('expectation-failed', 'The header `Expect` may only be `100-continue`.'),
      errorsBase,
    );
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = lastResponse.get(socket);
    // A streamed body has no total timeout, only an idle timeout in open-stream.ts.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && response && isStreamed(response.req)) return;
    const isResponding = response !== undefined && !response.writableFinished;
    if (isResponding && response.req.complete) return closeAfter(response, socket);
    if (!socket.writable || error.code === 'ECONNRESET' || (isResponding && response.headersSent))
      return socket.destroy();
    return writeAndClose(socket, problemsByErrorCode[error.code ?? ''] ?? malformedRequest, errorsBase);
  });
}

/**
 * The error belongs to the data after a request that is still being answered. The client must not take the problem for
 * that response.
 */
function closeAfter(response: ServerResponse, socket: Duplex): void {
  socket.pause();
  response.once('close', () => socket.destroy());
}

function writeAndClose(socket: Duplex, problem: Problem, errorsBase: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemDocument(problem, { errorsBase, requestId }));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
