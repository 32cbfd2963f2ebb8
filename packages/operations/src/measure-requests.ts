import type { CompletedRequest } from '@linework/http/routing/mount-options';
import type { Metrics } from './metrics.ts';
import { exemplarOf } from './open-metrics.ts';

/** The status that nginx uses for a client that disconnected before the response. */
const clientClosedRequest = 499;
const tooManyRequests = 429;

/** Creates the `onCompleted` callback that measures every request by its route. An unknown path adds no series. */
export function measureRequests(metrics: Metrics): (answered: CompletedRequest) => void {
  return ({ request, response, route, caller, durationMs, trace }) => {
    const status = response.writableFinished ? response.statusCode : clientClosedRequest;
    metrics.httpRequestDuration.observe({
      labels: { method: request.method, route: route?.path ?? 'none', status },
      value: durationMs / 1_000,
      exemplarLabels: exemplarOf(trace),
    });
    if (status === tooManyRequests && caller?.brokerId)
      metrics.brokerRequestsLimited.inc({ broker: metrics.labelBroker(caller.brokerId) });
  };
}
