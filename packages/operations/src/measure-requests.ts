import type { CompletedRequest } from '@linework/http/routing/mount-options';
import type { Metrics } from './metrics.ts';

/** The status that nginx uses for a client that disconnected before the response. */
const clientClosedRequest = 499;

/** Creates the `onCompleted` callback that measures every request by its route. An unknown path adds no series. */
export function measureRequests(metrics: Metrics): (answered: CompletedRequest) => void {
  return ({ request, response, route, durationMs }) => {
    const status = response.writableFinished ? response.statusCode : clientClosedRequest;
    metrics.httpRequestDuration.observe(
      { method: request.method, route: route?.path ?? 'none', status },
      durationMs / 1_000,
    );
  };
}
