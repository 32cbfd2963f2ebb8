import type { Request, Response } from 'express';
import type { AcceptedRequest, Endpoint, RouteResponse } from '../implement.ts';
import { ClientDisconnected } from '../open-stream.ts';
import { getRequestId } from '../request-id.ts';
import { acceptsIdempotencyKey } from '../route-problems.ts';
import { isTextStream } from '../text-stream.ts';
import { acceptRequest } from './accept-request.ts';
import { checkResponse } from './check-response.ts';
import { createPrecondition } from './create-precondition.ts';
import type { MountOptions } from './mount-options.ts';
import type { RecordRoutes } from './record-routes.ts';
import { rejectRequest } from './reject-request.ts';
import { isEventStream, sendEventStream } from './send-event-stream.ts';
import { sendResponse } from './send-response.ts';
import { sendTextStream } from './send-text-stream.ts';

/** Handles a request with the path parameters of its path. */
export type RouteHandler = (
  request: Request,
  response: Response,
  params: Readonly<Record<string, string>>,
) => Promise<void>;

/** An endpoint, and its relation to the records of the API. */
interface RouteHandlerParts<Deps> {
  readonly endpoint: Endpoint<Deps>;
  readonly records: RecordRoutes;
  /** The route that reads the changed record; undefined if the endpoint changes no record with a path. */
  readonly record: Endpoint<Deps> | undefined;
}

/** Creates the function that runs the checks and the handler of an endpoint. It always sends a response. */
export function createRouteHandler<Deps>(
  { endpoint, records, record }: RouteHandlerParts<Deps>,
  options: MountOptions<Deps>,
): RouteHandler {
  const { route } = endpoint;
  const accept = acceptRequest({ route, changesRecord: record !== undefined }, options);
  const perform = createPerformer(endpoint, record, options);
  const statusesWithEtag = new Set(
    Object.keys(route.responses).filter((status) => records.isReturnedBy(route, Number(status))),
  );
  return async (request, response, params) => {
    response.locals['route'] = route;
    let failure: unknown;
    try {
      const accepted = await accept(request, response, params);
      if (accepted === 'client-disconnected') return;
      const result = await perform(Object.assign(accepted, { hold: () => hold(response) }));
      if (isEventStream(result.body))
        return await sendEventStream(response, result.body, { isHead: request.method === 'HEAD' });
      if (isTextStream(result.body))
        return await sendTextStream(response, result.body, { isHead: request.method === 'HEAD' });
      const { mediaType, ifNoneMatch } = accepted;
      sendResponse(response, result, { mediaType, ifNoneMatch, hasEtag: statusesWithEtag.has(String(result.status)) });
    } catch (error) {
      failure = error;
      if (error instanceof ClientDisconnected) return;
      if (response.headersSent) return options.onError(error, { requestId: getRequestId(response), route });
      rejectRequest(error, request, response, options);
    } finally {
      // Released when the handler ends, not when the response ends: a client that reads slowly must not block others.
      response.locals['releaseShare']?.(failure);
    }
  };
}

/** Releases the slot early. The signal is aborted when the client disconnects. */
function hold(response: Response): AbortSignal {
  response.locals['releaseShare']?.(undefined);
  response.locals['releaseShare'] = undefined;
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  if (response.closed) disconnected.abort();
  return disconnected.signal;
}

type Perform = (request: AcceptedRequest) => Promise<RouteResponse>;

function createPerformer<Deps>(
  { route, handle }: Endpoint<Deps>,
  record: Endpoint<Deps> | undefined,
  options: MountOptions<Deps>,
): Perform {
  const { deps, interceptor, checkResponses } = options;
  const handleAndCheck = async (request: AcceptedRequest, requestDeps: Deps) => {
    const result = await handle(request, requestDeps);
    // Checked before the interceptor commits the changes of the handler.
    if (checkResponses) checkResponse(route, result);
    return result;
  };
  if (interceptor === undefined || !acceptsIdempotencyKey(route)) return (request) => handleAndCheck(request, deps);
  return (request) =>
    interceptor({
      route,
      request,
      deps,
      next: (requestDeps) => handleAndCheck(request, requestDeps),
      precondition: createPrecondition(record, request),
    });
}
