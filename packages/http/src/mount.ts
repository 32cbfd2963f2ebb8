import { methodNotAllowed, notFound } from '@linework/problem-details/make-problem';
import type { Application, NextFunction, Request, Response } from 'express';
import { checkHead } from './check-head.ts';
import type { Endpoint } from './implement.ts';
import type { Answered, MountOptions } from './mount-options.ts';
import { pathTree } from './path-tree.ts';
import { recordsOf } from './records.ts';
import { refuse } from './refuse.ts';
import { assignRequestId, requestIdOf } from './request-id.ts';
import { type Serve, serve } from './serve.ts';

/**
 * Puts the endpoints on an Express application and answers everything else there with 404, so that it comes last. Whatever a
 * client sends gets an answer as declared or a problem document, each with its `X-Request-Id`.
 */
export function mount<Deps>(app: Application, endpoints: readonly Endpoint<Deps>[], options: MountOptions<Deps>): void {
  refuseDoubles(endpoints);
  const records = recordsOf(endpoints.map(({ route }) => route));
  const serveOne: ServeOne<Deps> = (endpoint) => {
    const record = records.changedBy(endpoint.route);
    return serve({ endpoint, records, record: endpoints.find(({ route }) => route === record) }, options);
  };
  const onPath = Map.groupBy(endpoints, ({ route }) => route.path);
  // Express would try the paths one after the other: 8 us for the last of a hundred.
  const findPath = pathTree(new Map([...onPath].map(([path, all]) => [path as string, byMethod(all, serveOne)])));
  app.disable('x-powered-by');
  app.use((request: Request, response: Response) => {
    openAnswer(request, response, options.onAnswered);
    checkHead(request);
    const found = findPath(request.path);
    if (found === undefined) throw notFound('Nothing is at this address.');
    return serverFor(request.method, found.value)(request, response, found.params);
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => refuse(error, request, response, options));
}

function openAnswer(request: Request, response: Response, onAnswered: ((answered: Answered) => void) | undefined): void {
  const startedMs = performance.now();
  assignRequestId(request, response);
  if (onAnswered === undefined) return;
  response.once('close', () => {
    const { route, caller } = response.locals;
    onAnswered({ request, response, requestId: requestIdOf(response), route, caller, durationMs: performance.now() - startedMs });
  });
}

type ServeOne<Deps> = (endpoint: Endpoint<Deps>) => Serve;

function byMethod<Deps>(endpoints: readonly Endpoint<Deps>[], serveOne: ServeOne<Deps>): ReadonlyMap<string, Serve> {
  const servers = new Map(endpoints.map((endpoint) => [endpoint.route.method.toUpperCase(), serveOne(endpoint)]));
  const read = servers.get('GET');
  if (read !== undefined) servers.set('HEAD', read);
  return servers;
}

function serverFor(method: string, servers: ReadonlyMap<string, Serve>): Serve {
  const server = servers.get(method);
  if (server !== undefined) return server;
  throw methodNotAllowed([...servers.keys()].sort());
}

function refuseDoubles<Deps>(endpoints: readonly Endpoint<Deps>[]): void {
  const taken = new Set<string>();
  for (const { name, method, path } of endpoints.map(({ route }) => route)) {
    for (const mark of [name, `${method} ${path}`]) {
      if (taken.has(mark)) throw new Error(`${name}: there are two routes for ${mark}`);
      taken.add(mark);
    }
  }
}
