import { version } from '@linework/config/version';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { sendResponse } from '@linework/http/routing/send-response';
import { validationError } from '@linework/problem-details/make-problem';
import { type Handler, Router } from 'express';
import { type Health, type Readiness, requiredChecks } from './health.ts';

/**
 * `/health/live` returns 200 as long as the program runs. `/health/ready` returns 503 while the program stops, or a
 * dependency is down without which no order is executed. `exclude=redis` leaves that dependency out: an API without
 * Redis still accepts requests, so a load balancer asks it so (decision 130). Both have the version, and need no key.
 */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handleLive: Handler = (_request, response) =>
    sendResponse(response, { status: 200, body: { status: 'live', version } });
  const handleReady: Handler = async ({ query }, response) => {
    const readiness = await health.readiness(readExcluded(query['exclude']));
    sendResponse(response, { status: toHttpStatus(readiness), body: { ...readiness, version } });
  };
  router.route('/health/live').get(handleLive).all(allowOnlyGet);
  router.route('/health/ready').get(handleReady).all(allowOnlyGet);
  return router;
}

/** The names in `exclude=redis,maintenance`. A misspelt one would leave nothing out, and say nothing. */
function readExcluded(value: unknown = []): readonly string[] {
  const names = [value].flat().flatMap((list) => String(list).split(',').filter(Boolean));
  const unknown = [...new Set(names)].filter((name) => !requiredChecks.includes(name));
  if (unknown.length === 0) return names;
  const known = requiredChecks.map((name) => `\`${name}\``).join(', ');
  throw validationError(
    unknown.map((name) => ({ parameter: 'exclude', detail: `must name checks of ${known}, and not "${name}"` })),
  );
}

/** The HTTP status of the health: a load balancer sends no requests to a program with 503. */
function toHttpStatus({ status }: Readiness): 200 | 503 {
  return status === 'ready' || status === 'degraded' ? 200 : 503;
}
