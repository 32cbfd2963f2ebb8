import { authenticator } from '@linework/auth/authenticate';
import type { Caller } from '@linework/auth/caller';
import type { WrongKeys } from '@linework/auth/wrong-keys';
import type { TrustedProxies } from '@linework/config/trusted-proxies';
import { mount } from '@linework/http/mount';
import type { Answered } from '@linework/http/mount-options';
import { assignRequestId } from '@linework/http/request-id';
import type { Log } from '@linework/log/log';
import type { Health } from '@linework/operations/health';
import { healthRoutes } from '@linework/operations/health-routes';
import compression from 'compression';
import express, { type Application, type Handler } from 'express';
import { answeredOnce } from './answered-once.ts';
import { translateAway } from './database-away.ts';
import type { Deps } from './deps.ts';
import { documentation } from './documentation.ts';
import { endpoints } from './endpoints.ts';
import { faultOfKey } from './fault-of-key.ts';
import { ifRecordMatches } from './if-record-matches.ts';
import { type CostShares, costSharer } from './limits/cost-shares.ts';
import { type RateLimits, requestRateLimiter } from './limits/request-rate.ts';
import { inFlightLimiter } from './limits/requests-in-flight.ts';
import { ofBroker } from './of-broker.ts';
import { checkRecordLocks } from './record-locks.ts';

export interface CallerLimits {
  /** Requests a second. */
  readonly rate: RateLimits;
  /** For each broker. */
  readonly inFlight: number;
  /** For each broker, by what a request costs. */
  readonly shares: CostShares;
}

export interface AppParts {
  /** Turns are given by the limits of the application itself. */
  readonly deps: Omit<Deps, 'inTurn'>;
  readonly findCaller: (key: string) => Promise<Caller | null>;
  readonly limits: CallerLimits;
  /** Which `X-Forwarded-For` to believe; that of nobody where it is left out. */
  readonly trustProxy?: TrustedProxies;
  readonly wrongKeys: WrongKeys;
  readonly health: Health;
  readonly log: Log;
  readonly onAnswered?: (answered: Answered) => void;
  /** In tests: an answer that its route does not declare is a defect. */
  readonly checkAnswers?: boolean;
}

const compressedFromBytes = 1024;

/** The public interface: health and documentation for everybody, the operations for keys. */
export function buildApp({ deps, findCaller, wrongKeys, limits, trustProxy, health, log, onAnswered, checkAnswers = false }: AppParts): Application {
  const app = express();
  app.set('trust proxy', trustProxy ?? false);
  app.set('etag', false);
  // Small answers go out as they are: compressing them would cost more than it saves.
  app.use(compression({ threshold: compressedFromBytes }));
  app.use(['/health', '/docs', '/openapi.json'], openPublicAnswer);
  app.all('/', openPublicAnswer);
  app.use(healthRoutes(health));
  app.use(documentation(deps.publicUrl));
  const orAway = translateAway(log);
  const sharer = costSharer(limits.shares);
  checkRecordLocks(endpoints.map(({ route }) => route));
  mount(
    app,
    endpoints.map(({ route, handle }) => ({ route, handle: orAway((request, given: Deps) => ofBroker(request.caller, () => handle(request, given))) })),
    {
      deps: { ...deps, inTurn: sharer.inTurn },
      authenticate: authenticator(orAway(findCaller), wrongKeys),
      limits: {
        countRequest: requestRateLimiter(limits.rate),
        countInFlight: inFlightLimiter(limits.inFlight),
        waitForRoom: sharer.waitForRoom,
        acquireShare: sharer.acquire,
      },
      around: orAway((work) => ofBroker(work.request.caller, () => answeredOnce(ifRecordMatches(work)))),
      faultOfKey,
      errorsBase: `${deps.publicUrl}/problems`,
      checkAnswers,
      onError: (error, { requestId, route }) => log.error({ err: error, requestId, route: route?.name }, 'a request failed'),
      ...(onAnswered && { onAnswered }),
    },
  );
  return app;
}

/** What `mount` gives every answer of an operation, those beside them get too. */
const openPublicAnswer: Handler = (request, response, next) => {
  assignRequestId(request, response);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  next();
};
