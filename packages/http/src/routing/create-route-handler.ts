import type { ServerResponse } from 'node:http';
import { preconditionFailed } from '@linework/problem-details/make-problem';
import type { Request, Response } from 'express';
import { parameterNames } from '../define-route.ts';
import { computeEtag, findRewritten, matchesStrongly } from '../etag.ts';
import type { AcceptedRequest, Endpoint, RouteResponse } from '../implement.ts';
import { slowReaderTimeoutMs } from '../limits.ts';
import { ClientDisconnected } from '../open-stream.ts';
import { getRequestId } from '../request-id.ts';
import { acceptsIdempotencyKey } from '../route-problems.ts';
import { isTextStream, type TextStream } from '../text-stream.ts';
import { acceptRequest } from './accept-request.ts';
import { checkResponse } from './check-response.ts';
import { isDrained } from './is-drained.ts';
import type { MountOptions, Precondition } from './mount-options.ts';
import type { RecordRoutes } from './record-routes.ts';
import { rejectRequest } from './reject-request.ts';
import { type EventStreamOptions, isEventStream, sendEventStream } from './send-event-stream.ts';
import { sendResponse } from './send-response.ts';

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

/**
 * Creates the check of an `If-Match`: the record must still have an ETag that the client knows. Undefined without the
 * header.
 */
function createPrecondition<Deps>(
  record: Endpoint<Deps> | undefined,
  request: AcceptedRequest,
): Precondition<Deps> | undefined {
  const { ifMatch } = request;
  if (record === undefined || ifMatch === undefined) return undefined;
  const { route, handle } = record;
  const params = pickParams(route.path, request.params);
  return {
    record: route,
    params,
    check: async (deps) => {
      const readRequest = {
        ...request,
        params,
        query: route.query?.parse({}),
        body: undefined,
        bodyBytes: Buffer.alloc(0),
      };
      const { body } = await handle(readRequest, deps);
      const etag = computeEtag(JSON.stringify(body));
      if (!matchesStrongly(ifMatch, etag)) throw preconditionFailed(findRewritten(ifMatch, etag));
    },
  };
}

/** Selects the path parameters that belong to the route of the record. */
function pickParams(path: string, allParams: unknown): Readonly<Record<string, string>> {
  const values = allParams as Readonly<Record<string, string>>;
  return Object.fromEntries(parameterNames(path).map((name) => [name, String(values[name])]));
}

/**
 * Sends text until its chunks end. If they fail, or the client does not read for too long, the connection is closed
 * without the end of the response, so that a part is never taken for the whole.
 */
async function sendTextStream(
  response: ServerResponse,
  { mediaType, fileName, chunks }: TextStream,
  { isHead, slowTimeoutMs = slowReaderTimeoutMs }: EventStreamOptions,
): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  // The compression of this server does not say when its client has read what was sent.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHead) return void response.end();
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    for await (const chunk of chunks) {
      if (response.closed) return;
      if (
        !response.write(chunk) &&
        !(await isDrained(response, AbortSignal.any([closed.signal, AbortSignal.timeout(slowTimeoutMs)])))
      )
        return;
    }
    response.end();
  } finally {
    if (!response.writableEnded) response.destroy();
  }
}
