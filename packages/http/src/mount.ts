import { notFound, refusedRequest } from '@linework/problem-details/make-problem';
import { type Application, type NextFunction, type Request, type Response, Router } from 'express';
import { checkHead } from './check-head.ts';
import type { Method } from './define-route.ts';
import type { Endpoint } from './implement.ts';
import type { MountOptions } from './mount-options.ts';
import { refuse } from './refuse.ts';
import { assignRequestId, requestIdOf } from './request-id.ts';
import { serve } from './serve.ts';

type Handler = (request: Request, response: Response) => Promise<void> | void;

/**
 * Puts the endpoints on an Express application and answers everything else there with 404, so that it comes last. Whatever a
 * client sends gets an answer as declared or a problem document, each with its `X-Request-Id`.
 */
export function mount<Deps>(app: Application, endpoints: readonly Endpoint<Deps>[], options: MountOptions<Deps>): void {
  refuseDoubles(endpoints);
  app.disable('x-powered-by');
  const router = Router({ caseSensitive: true, strict: true });
  router.use(openAnswer(options));
  for (const [path, onPath] of byPath(endpoints)) {
    router.all(path.replaceAll(/\{([^}]*)\}/g, ':$1'), answerPath(onPath, options));
  }
  router.use(() => {
    throw notFound('Nothing is at this address.');
  });
  router.use((error: unknown, request: Request, response: Response, _next: NextFunction) => refuse(error, request, response, options));
  app.use(router);
}

function openAnswer<Deps>({ onAnswered }: MountOptions<Deps>) {
  return (request: Request, response: Response, next: NextFunction) => {
    assignRequestId(request, response);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (onAnswered !== undefined) reportWhenClosed(request, response, onAnswered);
    checkHead(request);
    next();
  };
}

function reportWhenClosed(request: Request, response: Response, onAnswered: NonNullable<MountOptions<never>['onAnswered']>): void {
  const startedMs = performance.now();
  response.once('close', () => {
    const { route, caller } = response.locals;
    onAnswered({ request, response, requestId: requestIdOf(response), route, caller, durationMs: performance.now() - startedMs });
  });
}

/** One handler for a path and all methods on it, so that a wrong method can be told from a wrong path. */
function answerPath<Deps>(endpoints: readonly Endpoint<Deps>[], options: MountOptions<Deps>): Handler {
  const handlers = new Map<string, Handler>(endpoints.map((endpoint) => [endpoint.route.method.toUpperCase(), serve(endpoint, options)]));
  const read = handlers.get('GET');
  if (read !== undefined) handlers.set('HEAD', read);
  const allowed = [...handlers.keys()].sort().join(', ');
  return (request, response) => {
    const handler = handlers.get(request.method);
    if (handler === undefined) throw refusedRequest(405, 'method-not-allowed', `Here only ${allowed} can be used.`, { Allow: allowed });
    return handler(request, response);
  };
}

/** The endpoints of each path; paths with a word come before those with a parameter in its place, which would match the word too. */
function byPath<Deps>(endpoints: readonly Endpoint<Deps>[]): readonly (readonly [string, readonly Endpoint<Deps>[]])[] {
  const paths = Map.groupBy(endpoints, ({ route }) => route.path);
  return [...paths].sort(([one], [other]) => (patternOf(one) < patternOf(other) ? -1 : 1));
}

/** Parameters by whatever name are the same, and sort after every word. */
function patternOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '\uffff');
}

function refuseDoubles<Deps>(endpoints: readonly Endpoint<Deps>[]): void {
  const routes = endpoints.map(({ route }) => route);
  const taken = new Set<string>();
  for (const { name, method, path } of routes) {
    for (const mark of [name, `${method satisfies Method} ${patternOf(path)}`]) {
      if (taken.has(mark)) throw new Error(`${name}: there are two routes for ${mark}`);
      taken.add(mark);
    }
    const other = routes.find((route) => route.path !== path && patternOf(route.path) === patternOf(path));
    if (other !== undefined) throw new Error(`${name} and ${other.name} name the parameters of one path differently`);
  }
}
