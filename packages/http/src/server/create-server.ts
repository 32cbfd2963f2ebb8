import { createServer, type RequestListener, type Server } from 'node:http';
import { headersLimitBytes, headersTimeoutMs, idleConnectionTimeoutMs, requestTimeoutMs } from '../limits.ts';
import { handleParserErrors } from './handle-parser-errors.ts';

/**
 * Creates an HTTP server with the project's limits. Requests that its parser rejects are answered with a problem
 * document too.
 */
export function createHttpServer(app: RequestListener, { errorsBase }: { readonly errorsBase: string }): Server {
  const server = createServer(
    {
      maxHeaderSize: headersLimitBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleConnectionTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // Node.js would answer a request without a Host itself, without a problem document. check-head.ts checks it
      // instead.
      requireHostHeader: false,
    },
    app,
  );
  handleParserErrors(server, { errorsBase });
  return server;
}
