import type { Request, Response } from 'express';
import { acceptRequest } from './accept-request.ts';
import { checkResponse } from './check-response.ts';
import { createPrecondition } from './create-precondition.ts';
import type { AcceptedRequest, Endpoint, RouteResponse } from './implement.ts';
import type { MountOptions } from './mount-options.ts';
import { ClientDisconnected } from './open-stream.ts';
import type { RecordRoutes } from './record-routes.ts';
import { rejectRequest } from './reject-request.ts';
import { acceptsIdempotencyKey } from './route-problems.ts';
import { sendResponse } from './send-response.ts';

/** Answers a request, whose path parameters were found in its path. */
export type RouteHandler = (request: Request, response: Response, params: Readonly<Record<string, string>>) => Promise<void>;

/** An endpoint, and where it stands among the records of its interface. */
interface RouteHandlerParts<Deps> {
  readonly endpoint: Endpoint<Deps>;
  readonly records: RecordRoutes;
  /** Reads the record that it changes; undefined where it changes none with an address. */
  readonly record: Endpoint<Deps> | undefined;
}

/** Makes the function that takes a request of an endpoint through its checks and its handler, and answers it whatever happens. */
export function createRouteHandler<Deps>({ endpoint, records, record }: RouteHandlerParts<Deps>, options: MountOptions<Deps>): RouteHandler {
  const { route } = endpoint;
  const accept = acceptRequest({ route, changesRecord: record !== undefined }, options);
  const perform = createPerformer(endpoint, record, options);
  const statusesWithEtag = new Set(Object.keys(route.responses).filter((status) => records.isReturnedBy(route, Number(status))));
  return async (request, response, params) => {
    response.locals['route'] = route;
    let failure: unknown;
    try {
      const accepted = await accept(request, response, params);
      if (accepted === 'client-disconnected') return;
      const result = await perform(accepted);
      const { mediaType, ifNoneMatch } = accepted;
      sendResponse(response, result, { mediaType, ifNoneMatch, hasEtag: statusesWithEtag.has(String(result.status)) });
    } catch (error) {
      failure = error;
      if (error instanceof ClientDisconnected) return;
      rejectRequest(error, request, response, options);
    } finally {
      // With the end of the work and not of the answer: a client that reads slowly holds up nobody.
      response.locals['releaseShare']?.(failure);
    }
  };
}

type Perform = (request: AcceptedRequest) => Promise<RouteResponse>;

function createPerformer<Deps>({ route, handle }: Endpoint<Deps>, record: Endpoint<Deps> | undefined, options: MountOptions<Deps>): Perform {
  const { deps, interceptor, checkResponses } = options;
  const handleAndCheck = async (request: AcceptedRequest, requestDeps: Deps) => {
    const result = await handle(request, requestDeps);
    // Checked before `around` commits what the handler did.
    if (checkResponses) checkResponse(route, result);
    return result;
  };
  if (interceptor === undefined || !acceptsIdempotencyKey(route)) return (request) => handleAndCheck(request, deps);
  return (request) =>
    interceptor({ route, request, deps, next: (requestDeps) => handleAndCheck(request, requestDeps), precondition: createPrecondition(record, request) });
}
