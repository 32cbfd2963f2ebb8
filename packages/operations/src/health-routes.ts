import { sendAnswer } from '@linework/http/answer';
import { type Response, Router } from 'express';
import type { Health, Readiness } from './health.ts';

/**
 * `/health/live` answers 200 as long as the program can answer at all. `/health/ready` answers 503 while it should get no requests:
 * it is going away, or something it needs is. Neither wants a key.
 */
export function healthRoutes(health: Health): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/health/live', (_request, response: Response) => sendAnswer(response, { status: 200, body: { status: 'live' } }));
  router.get('/health/ready', async (_request, response: Response) => {
    const readiness = await health.readiness();
    sendAnswer(response, { status: httpStatusOf(readiness), body: readiness });
  });
  return router;
}

/** The status of the answer that says so: 503 keeps requests away. */
export function httpStatusOf({ status }: Readiness): 200 | 503 {
  return status === 'ready' || status === 'degraded' ? 200 : 503;
}
