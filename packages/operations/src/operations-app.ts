import { type RequireOperatorOptions, requireOperator } from '@linework/auth/require-operator';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { assignRequestId, getRequestId } from '@linework/http/request-id';
import { checkHead } from '@linework/http/routing/check-head';
import { sendProblem, sendResponse } from '@linework/http/routing/send-response';
import { databaseUnavailable, internal, notFound } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import express, { type Application, type ErrorRequestHandler, type RequestHandler } from 'express';
import type { FailureCount } from './count-failures.ts';
import { failedOrdersPath, renderFailedOrders } from './failed-orders-page.ts';
import type { Health } from './health.ts';
import { healthRoutes } from './health-routes.ts';
import type { MetricsPage } from './metrics-page.ts';
import { queueBoardPath } from './queue-board.ts';
import { startPage } from './start-page.ts';

export interface OperationsAppOptions extends RequireOperatorOptions {
  readonly health: Health;
  readonly metrics: MetricsPage;
  readonly countFailures: () => Promise<readonly FailureCount[]>;
  /** The handler that `queueBoard` creates. */
  readonly board: RequestHandler;
  /** The console, for programs that have it: `/console`, and `/` leads there. It has its own sign-in. */
  readonly console?: RequestHandler | undefined;
  /** The base URL of the problem types. */
  readonly errorsBase: string;
  /**
   * Receives every error that is not a problem. The client gets a 500 without details, or a 503 if the database is
   * unavailable.
   */
  readonly onError: (error: unknown, context: { readonly requestId: string }) => void;
}

/**
 * The pages for operators. Health needs no key; metrics, failed orders, queues and the start page need an operator's
 * key.
 */
export function operationsApp(options: OperationsAppOptions): Application {
  const app = express();
  app.disable('x-powered-by');
  app.use(prepareResponse);
  app.use(healthRoutes(options.health));
  if (options.console) {
    app.use('/console', options.console);
    app.get('/', (_request, response) => response.redirect(302, '/console/'));
  }
  app.use(requireOperator(options));
  app.get(options.console ? '/operations' : '/', (_request, response) =>
    sendResponse(response, { status: 200, headers: noScripts, body: startPage }, { mediaType: 'text/html' }),
  );
  app.get('/metrics', async (request, response) => {
    const { mediaTypes } = options.metrics;
    // Prometheus 3 adds how names are escaped, and every parameter would have to be the same.
    request.headers.accept = request.headers.accept?.replaceAll(/;\s*escaping=[\w-]+/g, '');
    const mediaType = request.accepts([...mediaTypes]) || mediaTypes[0];
    const body = await options.metrics.read(mediaType);
    sendResponse(response, { status: 200, headers: { 'Content-Type': mediaType }, body }, { mediaType: 'text/plain' });
  });
  app.get(failedOrdersPath, async (_request, response) => {
    sendResponse(
      response,
      { status: 200, headers: noScripts, body: renderFailedOrders(await options.countFailures()) },
      { mediaType: 'text/html' },
    );
  });
  app.use(queueBoardPath, options.board);
  app.use(() => {
    throw notFound('Nothing exists at this address.');
  });
  app.use(handleError(options));
  return app;
}

const noScripts = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const prepareResponse: RequestHandler = (request, response, next) => {
  assignRequestId(request, response);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  checkHead(request);
  next();
};

/** Express recognises an error handler by its four parameters. */
function handleError({ errorsBase, onError }: OperationsAppOptions): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    if (!(error instanceof Problem)) onError(error, { requestId: getRequestId(response) });
    if (response.headersSent) response.destroy();
    else sendProblem(response, toProblem(error), errorsBase);
  };
}

/** The keys of operators are in the database, so no request is authorised while it is unavailable. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return isDatabaseUnavailable(error) ? databaseUnavailable() : internal();
}
