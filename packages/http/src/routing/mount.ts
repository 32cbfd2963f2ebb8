import { inSpan, isTracing, traceParent } from '@linework/log/tracing/span';
import { methodNotAllowed, notFound } from '@linework/problem-details/make-problem';
import type { Application, NextFunction, Request, Response } from 'express';
import type { Endpoint } from '../implement.ts';
import { assignRequestId, getRequestId } from '../request-id.ts';
import { checkHead } from './check-head.ts';
import { createRouteHandler, type RouteHandler } from './create-route-handler.ts';
import type { CompletedRequest, MountOptions } from './mount-options.ts';
import { createPathTree } from './path-tree.ts';
import { findRecordRoutes } from './record-routes.ts';
import { rejectRequest } from './reject-request.ts';

/**
 * Adds the endpoints to an Express application. Call it last, because it returns 404 for all other paths. Every request
 * gets a declared response or a problem document, with an `X-Request-Id`.
 */
export function mount<Deps>(app: Application, endpoints: readonly Endpoint<Deps>[], options: MountOptions<Deps>): void {
  rejectDuplicates(endpoints);
  const records = findRecordRoutes(endpoints.map(({ route }) => route));
  const createHandler: CreateHandler<Deps> = (endpoint) => {
    const record = records.findChangedRecord(endpoint.route);
    return createRouteHandler({ endpoint, records, record: endpoints.find(({ route }) => route === record) }, options);
  };
  const endpointsByPath = Map.groupBy(endpoints, ({ route }) => route.path);
  // Express would compare the paths one after the other: 8 us for the last of a hundred.
  const findPath = createPathTree(
    new Map([...endpointsByPath].map(([path, all]) => [path as string, handlersByMethod(all, createHandler)])),
  );
  app.disable('x-powered-by');
  app.use((request: Request, response: Response) => {
    prepareResponse(request, response, options.onCompleted);
    checkHead(request);
    const found = findPath(request.path);
    if (found === undefined) throw notFound('Nothing exists at this address.');
    const handle = findHandler(request.method, found.value);
    if (!isTracing()) return handle(request, response, found.params);
    return inSpan(request.method, { kind: 'server', parent: request.get('traceparent') ?? null }, async (span) => {
      response.locals['trace'] = traceParent();
      await handle(request, response, found.params);
      span.rename(`${request.method} ${response.locals['route']?.path}`);
      span.setAttributes({
        'http.response.status_code': response.statusCode,
        'linework.request.id': getRequestId(response),
      });
    });
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    rejectRequest(error, request, response, options),
  );
}

function prepareResponse(
  request: Request,
  response: Response,
  onCompleted: ((completed: CompletedRequest) => void) | undefined,
): void {
  const startedMs = performance.now();
  assignRequestId(request, response);
  if (onCompleted === undefined) return;
  response.once('close', () => {
    const { route, caller, trace = null } = response.locals;
    onCompleted({
      request,
      response,
      requestId: getRequestId(response),
      route,
      caller,
      trace,
      durationMs: performance.now() - startedMs,
    });
  });
}

type CreateHandler<Deps> = (endpoint: Endpoint<Deps>) => RouteHandler;

function handlersByMethod<Deps>(
  endpoints: readonly Endpoint<Deps>[],
  createHandler: CreateHandler<Deps>,
): ReadonlyMap<string, RouteHandler> {
  const handlers = new Map(endpoints.map((endpoint) => [endpoint.route.method.toUpperCase(), createHandler(endpoint)]));
  const read = handlers.get('GET');
  if (read !== undefined) handlers.set('HEAD', read);
  return handlers;
}

function findHandler(method: string, handlers: ReadonlyMap<string, RouteHandler>): RouteHandler {
  const handler = handlers.get(method);
  if (handler !== undefined) return handler;
  throw methodNotAllowed([...handlers.keys()].sort());
}

function rejectDuplicates<Deps>(endpoints: readonly Endpoint<Deps>[]): void {
  const seen = new Set<string>();
  for (const { name, method, path } of endpoints.map(({ route }) => route)) {
    for (const key of [name, `${method} ${path}`]) {
      if (seen.has(key)) throw new Error(`${name}: there is already a route for ${key}`);
      seen.add(key);
    }
  }
}
