import { version } from '@linework/config/version';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { sendResponse } from '@linework/http/routing/send-response';
import { type Handler, Router } from 'express';
import type { Health, Readiness } from './health.ts';

/**
 * `/health/live` returns 200 as long as the program runs. `/health/ready` returns 503 while the program should get no
 * requests, because it stops or a required dependency is down. Both have the version, and need no key.
 */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handleLive: Handler = (_request, response) =>
    sendResponse(response, { status: 200, body: { status: 'live', version } });
  const handleReady: Handler = async (_request, response) => {
    const readiness = await health.readiness();
    sendResponse(response, { status: toHttpStatus(readiness), body: { ...readiness, version } });
  };
  router.route('/health/live').get(handleLive).all(allowOnlyGet);
  router.route('/health/ready').get(handleReady).all(allowOnlyGet);
  return router;
}

/** The HTTP status of the health: 503 makes a load balancer send no requests. */
function toHttpStatus({ status }: Readiness): 200 | 503 {
  return status === 'ready' || status === 'degraded' ? 200 : 503;
}
