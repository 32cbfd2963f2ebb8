import type { Endpoint } from '@linework/http/implement';
import type { CompletedRequest, MountOptions } from '@linework/http/routing/mount-options';
import type { Log } from '@linework/log/log';
import { hasCardNumber } from '@linework/schemas/payment-methods/card-numbers';
import type { CostLimiter, CostLimits } from '../limits/cost-limiter.ts';
import { createNotificationLimit } from '../limits/notification-limit.ts';
import { createStreamLimiter } from '../limits/open-streams.ts';
import { type RateLimits, requestRateLimiter } from '../limits/request-rate.ts';
import { inFlightLimiter } from '../limits/requests-in-flight.ts';
import type { Deps, LimitDeps } from './deps.ts';
import { idempotencyInterceptor } from './idempotency-interceptor.ts';
import { runForCaller } from './run-for-caller.ts';
import { unavailableTranslator } from './translate-unavailable.ts';
import { withPrecondition } from './with-precondition.ts';

/** Only digits, in one or more groups, as many as a card number has. Other keys are accepted. */
const cardPattern = /^\d(?:-?\d){12,18}$/;

/**
 * Describes why an Idempotency-Key is rejected, or returns undefined. The key is stored in clear, so it must not be a
 * card number.
 */
function validateIdempotencyKey(key: string): string | undefined {
  return cardPattern.test(key) && hasCardNumber(key)
    ? 'looks like the number of a card: a key is kept as it is, and a UUID serves best'
    : undefined;
}

export interface CallerLimits {
  /** Requests per second. */
  readonly rate: RateLimits;
  /** The limit for each broker. */
  readonly inFlight: number;
  /** Open streams of events for each broker. */
  readonly streams: number;
  /** Exports as CSV that run for each broker. */
  readonly exports: number;
  /** The limits for each broker, by the cost of a request. */
  readonly costs: CostLimits;
}

export interface MountParts {
  /** Without what the limits add. */
  readonly deps: Omit<Deps, LimitDeps>;
  readonly limits: CallerLimits;
  readonly costLimiter: CostLimiter;
  readonly log: Log;
  readonly onCompleted?: ((completed: CompletedRequest) => void) | undefined;
}

type TranslateUnavailable = ReturnType<typeof unavailableTranslator>;

/** Runs each handler with the rights of its caller, and turns an unavailable database into a 503. */
export const prepareEndpoints = (
  endpoints: readonly Endpoint<Deps>[],
  translateUnavailable: TranslateUnavailable,
): readonly Endpoint<Deps>[] =>
  endpoints.map(({ route, handle }) => ({
    route,
    handle: translateUnavailable((request, given: Deps) => runForCaller(request.caller, () => handle(request, given))),
  }));

/** What the public interface and the console have in common: limits, idempotency, preconditions and errors. */
export function buildMountOptions({
  deps,
  limits,
  costLimiter,
  log,
  onCompleted,
}: MountParts): Omit<MountOptions<Deps>, 'authenticate'> {
  const translateUnavailable = unavailableTranslator(log);
  return {
    deps: {
      ...deps,
      runInTurn: costLimiter.runInTurn,
      streams: createStreamLimiter('streams', limits.streams),
      exports: createStreamLimiter('exports', limits.exports),
      notificationLimit: createNotificationLimit(),
    },
    limits: {
      countRequest: requestRateLimiter(limits.rate),
      countInFlight: inFlightLimiter(limits.inFlight),
      waitForCapacity: costLimiter.waitForCapacity,
      acquireSlot: costLimiter.acquire,
    },
    interceptor: translateUnavailable((work) =>
      runForCaller(work.request.caller, () => idempotencyInterceptor(withPrecondition(work))),
    ),
    validateIdempotencyKey,
    errorsBase: `${deps.publicUrl}/problems`,
    onError: (error, { requestId, route }) =>
      log.error({ err: error, requestId, route: route?.name }, 'request failed with an unexpected error'),
    ...(onCompleted && { onCompleted }),
  };
}
