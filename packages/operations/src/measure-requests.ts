import type { CompletedRequest } from '@linework/http/mount-options';
import type { Metrics } from './metrics.ts';

/** What other servers call a client that went away before its answer. */
const clientClosedRequest = 499;

/** Makes the `onAnswered` that times every request by its route. A path that is no route adds no series, whatever is in it. */
export function measureRequests(metrics: Metrics): (answered: CompletedRequest) => void {
  return ({ request, response, route, durationMs }) => {
    const status = response.writableFinished ? response.statusCode : clientClosedRequest;
    metrics.httpRequestDuration.observe({ method: request.method, route: route?.path ?? 'none', status }, durationMs / 1_000);
  };
}
