import { createAuthenticator } from '@linework/auth/authenticate';
import type { Caller } from '@linework/auth/caller';
import type { WrongKeys } from '@linework/auth/wrong-keys';
import type { TrustedProxies } from '@linework/config/trusted-proxies';
import { assignRequestId } from '@linework/http/request-id';
import { mount } from '@linework/http/routing/mount';
import type { CompletedRequest } from '@linework/http/routing/mount-options';
import type { Log } from '@linework/log/log';
import type { Health } from '@linework/operations/health';
import { healthRoutes } from '@linework/operations/health-routes';
import express, { type Application, type Handler, Router } from 'express';
import { allowOrigins } from './cross-origin.ts';
import { csvEndpoint } from './csv/csv-endpoint.ts';
import { documentation } from './documentation.ts';
import { endpoints, routes } from './endpoints/interface.ts';
import { type CostLimiter, createCostLimiter } from './limits/cost-limiter.ts';
import { compressIfAsked } from './request/compress-if-asked.ts';
import type { Deps, LimitDeps } from './request/deps.ts';
import { buildMountOptions, type CallerLimits, prepareEndpoints } from './request/mount-parts.ts';
import { checkRecordLocks } from './request/record-locks.ts';
import { unavailableTranslator } from './request/translate-unavailable.ts';

export interface AppParts {
  /** Without what the limits of the application add. */
  readonly deps: Omit<Deps, LimitDeps>;
  readonly findCaller: (key: string) => Promise<Caller | null>;
  readonly limits: CallerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Without it none is. */
  readonly trustProxy?: TrustedProxies;
  readonly wrongKeys: WrongKeys;
  readonly health: Health;
  /** The origins whose pages may call the API from a browser; none by default. */
  readonly origins?: readonly string[];
  /** The key that `/docs` fills in. Everybody who opens the page can read it. */
  readonly docsApiKey?: string | undefined;
  /** The folder of the packages at `/downloads`; by default the one beside the program. */
  readonly downloadsFolder?: string;
  readonly log: Log;
  /** By default one of its own. The console shares it, so that both together keep the limits. */
  readonly costLimiter?: CostLimiter;
  readonly onCompleted?: (completed: CompletedRequest) => void;
  /** For tests: a response that its route does not declare becomes a 500. */
  readonly checkResponses?: boolean;
}

/** The public API: health and documentation need no key, the operations do. */
export function buildApp({
  deps,
  findCaller,
  wrongKeys,
  limits,
  trustProxy,
  health,
  origins = [],
  docsApiKey,
  downloadsFolder,
  log,
  costLimiter = createCostLimiter(limits.costs),
  onCompleted,
  checkResponses = false,
}: AppParts): Application {
  const app = express();
  app.set('trust proxy', trustProxy ?? false);
  app.set('etag', false);
  if (origins.length > 0) app.use(allowOrigins(origins));
  app.use(compressIfAsked());
  app.use(
    onlyFor(
      publicPaths,
      Router().use(
        preparePublicResponse,
        healthRoutes(health),
        documentation(deps.publicUrl, { docsApiKey, downloadsFolder }),
      ),
    ),
  );
  const translateUnavailable = unavailableTranslator(log);
  checkRecordLocks(routes);
  mount(app, prepareEndpoints(endpoints.map(csvEndpoint), translateUnavailable), {
    ...buildMountOptions({ deps, limits, costLimiter, log, onCompleted }),
    authenticate: createAuthenticator(translateUnavailable(findCaller), wrongKeys),
    checkResponses,
  });
  return app;
}

/** The first segments of the paths that need no key. */
const publicPaths: ReadonlySet<string> = new Set([
  '',
  'health',
  'docs',
  'guides',
  'downloads',
  'openapi.json',
  'llms.txt',
  'llms-full.txt',
]);

/**
 * Calls the router only for paths with one of these first segments. Express would compare each request with the paths
 * of all guides.
 */
const onlyFor =
  (firstSegments: ReadonlySet<string>, router: Router): Handler =>
  (request, response, next) => {
    const [, firstSegment = ''] = request.path.split('/', 2);
    if (firstSegments.has(firstSegment)) return router(request, response, next);
    next();
  };

/** Adds to the other responses what `mount` adds to the responses of operations. */
const preparePublicResponse: Handler = (request, response, next) => {
  assignRequestId(request, response);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  next();
};
