import { createServer, type RequestListener, type Server } from 'node:http';
import { handleParserErrors } from './handle-parser-errors.ts';
import { headersLimitBytes, headersTimeoutMs, idleConnectionTimeoutMs, requestTimeoutMs } from './limits.ts';

/** An HTTP server, not yet listening, with the project's limits; what its parser refuses is answered as a problem document too. */
export function createHttpServer(app: RequestListener, { errorsBase }: { readonly errorsBase: string }): Server {
  const server = createServer(
    {
      maxHeaderSize: headersLimitBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleConnectionTimeoutMs,
      connectionsCheckingInterval: 1_000,
      // Node would answer a request without a Host by itself, and not with a problem document: check-head.ts does.
      requireHostHeader: false,
    },
    app,
  );
  handleParserErrors(server, { errorsBase });
  return server;
}
