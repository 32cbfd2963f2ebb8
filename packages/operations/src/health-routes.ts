import { sendAnswer } from '@linework/http/answer';
import { onlyRead } from '@linework/http/only-read';
import { type Handler, Router } from 'express';
import type { Health, Readiness } from './health.ts';

/**
 * `/health/live` answers 200 as long as the program can answer at all. `/health/ready` answers 503 while it should get no requests:
 * it is going away, or something it needs is. Neither wants a key.
 */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const tellLive: Handler = (_request, response) => sendAnswer(response, { status: 200, body: { status: 'live' } });
  const tellReady: Handler = async (_request, response) => {
    const readiness = await health.readiness();
    sendAnswer(response, { status: httpStatusOf(readiness), body: readiness });
  };
  router.route('/health/live').get(tellLive).all(onlyRead);
  router.route('/health/ready').get(tellReady).all(onlyRead);
  return router;
}

/** The status of the answer that says so: 503 keeps requests away. */
export function httpStatusOf({ status }: Readiness): 200 | 503 {
  return status === 'ready' || status === 'degraded' ? 200 : 503;
}
