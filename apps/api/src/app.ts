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
import compression from 'compression';
import express, { type Application, type Handler } from 'express';
import type { Deps } from './deps.ts';
import { documentation } from './documentation.ts';
import { idempotencyInterceptor } from './idempotency-interceptor.ts';
import { endpoints, routes } from './interface.ts';
import { type CostLimits, createCostLimiter } from './limits/cost-limiter.ts';
import { createStreamLimiter } from './limits/open-streams.ts';
import { type RateLimits, requestRateLimiter } from './limits/request-rate.ts';
import { inFlightLimiter } from './limits/requests-in-flight.ts';
import { checkRecordLocks } from './record-locks.ts';
import { runForCaller } from './run-for-caller.ts';
import { unavailableTranslator } from './translate-unavailable.ts';
import { validateIdempotencyKey } from './validate-idempotency-key.ts';
import { withPrecondition } from './with-precondition.ts';

export interface CallerLimits {
  /** Requests per second. */
  readonly rate: RateLimits;
  /** The limit for each broker. */
  readonly inFlight: number;
  /** Open streams of events for each broker. */
  readonly streams: number;
  /** The limits for each broker, by the cost of a request. */
  readonly costs: CostLimits;
}

export interface AppParts {
  /** Without `runInTurn` and `streams`, which the limits of the application add. */
  readonly deps: Omit<Deps, 'runInTurn' | 'streams'>;
  readonly findCaller: (key: string) => Promise<Caller | null>;
  readonly limits: CallerLimits;
  /** The proxies whose `X-Forwarded-For` is trusted. Without it none is. */
  readonly trustProxy?: TrustedProxies;
  readonly wrongKeys: WrongKeys;
  readonly health: Health;
  /** The key that `/docs` fills in. Everybody who opens the page can read it. */
  readonly docsApiKey?: string | undefined;
  readonly log: Log;
  readonly onCompleted?: (completed: CompletedRequest) => void;
  /** For tests: a response that its route does not declare becomes a 500. */
  readonly checkResponses?: boolean;
}

const compressedFromBytes = 1024;

/** The public API: health and documentation need no key, the operations do. */
export function buildApp({
  deps,
  findCaller,
  wrongKeys,
  limits,
  trustProxy,
  health,
  docsApiKey,
  log,
  onCompleted,
  checkResponses = false,
}: AppParts): Application {
  const app = express();
  app.set('trust proxy', trustProxy ?? false);
  app.set('etag', false);
  // Small responses are not compressed, because that would cost more than it saves.
  app.use(compression({ threshold: compressedFromBytes }));
  app.use(['/health', '/docs', '/guides', '/openapi.json', '/llms.txt'], preparePublicResponse);
  app.all('/', preparePublicResponse);
  app.use(healthRoutes(health));
  app.use(documentation(deps.publicUrl, { docsApiKey }));
  const translateUnavailable = unavailableTranslator(log);
  const costLimiter = createCostLimiter(limits.costs);
  checkRecordLocks(routes);
  mount(
    app,
    endpoints.map(({ route, handle }) => ({
      route,
      handle: translateUnavailable((request, given: Deps) => runForCaller(request.caller, () => handle(request, given))),
    })),
    {
      deps: { ...deps, runInTurn: costLimiter.runInTurn, streams: createStreamLimiter(limits.streams) },
      authenticate: createAuthenticator(translateUnavailable(findCaller), wrongKeys),
      limits: {
        countRequest: requestRateLimiter(limits.rate),
        countInFlight: inFlightLimiter(limits.inFlight),
        waitForCapacity: costLimiter.waitForCapacity,
        acquireSlot: costLimiter.acquire,
      },
      interceptor: translateUnavailable((work) => runForCaller(work.request.caller, () => idempotencyInterceptor(withPrecondition(work)))),
      validateIdempotencyKey,
      errorsBase: `${deps.publicUrl}/problems`,
      checkResponses,
      onError: (error, { requestId, route }) => log.error({ err: error, requestId, route: route?.name }, 'request failed with an unexpected error'),
      ...(onCompleted && { onCompleted }),
    },
  );
  return app;
}

/** Adds to the other responses what `mount` adds to the responses of operations. */
const preparePublicResponse: Handler = (request, response, next) => {
  assignRequestId(request, response);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  next();
};
