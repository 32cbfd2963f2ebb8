import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Caller, hasScope } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import { brokerMissing, type Fault } from '@linework/problem-details/fault';
import { missingScope, notAcceptable, unauthorized } from '@linework/problem-details/make-problem';
import type { Request, Response } from 'express';
import { acceptedMediaType } from './accept.ts';
import type { Route } from './define-route.ts';
import type { AcceptedRequest } from './implement.ts';
import { longBodyBytes } from './limits.ts';
import { mediaTypesOf } from './media-types.ts';
import type { MountOptions } from './mount-options.ts';
import { openStream } from './open-stream.ts';
import type { ParsedJson } from './parse-json.ts';
import { changesSomething, honoursIdempotencyKey } from './problems-of-route.ts';
import { readBody } from './read-body.ts';
import { readHeader } from './read-header.ts';
import { readJson } from './read-json.ts';
import { readQuery } from './read-query.ts';
import { readTagsOf } from './read-tags-of.ts';
import { answersOneRecord } from './records.ts';
import { requestIdOf } from './request-id.ts';
import { validate } from './validate.ts';

type PathParameters = Readonly<Record<string, string>>;
type Accept = (request: Request, response: Response, params: PathParameters) => Promise<AcceptedRequest | 'client-gone'>;

/** A route, and whether a record has an address that the route stands under. */
interface Accepting {
  readonly route: Route;
  readonly changesRecord: boolean;
}

/**
 * Makes the function that takes a request through the checks of its route, cheap ones first: nothing is read of a body before its
 * sender is known. It throws a problem where a check fails.
 */
export function acceptRequest<Deps>(accepting: Accepting, options: MountOptions<Deps>): Accept {
  const { route } = accepting;
  const offered = [...new Set(Object.values(route.answers).flatMap(mediaTypesOf))];
  return async (request, response, params) => {
    const mediaType = acceptedMediaType(request.headers.accept, offered);
    if (mediaType === undefined && offered.length > 0) throw notAcceptable(offered);
    const caller = route.scope === null ? null : await admitCaller({ route, options }, route.scope, request, response);
    const known = { params, caller, mediaType, requestId: requestIdOf(response) };
    if (route.stream) {
      await acquireShare({ route, options }, caller, response);
      // Its head is checked before a byte of a streamed body is read.
      return { ...readInput({ ...accepting, options }, request, { ...known, bodyBytes: noBytes }, noJson), stream: openStream(request, route.stream) };
    }
    const bodyBytes = await readBody(request, route.bodyLimitBytes);
    if (bodyBytes === undefined) return 'client-gone';
    // Not before: a sender that takes its time for its body would hold the share meanwhile. Not later: a long body takes time to check.
    await acquireShare({ route, options }, caller, response);
    const parsed = readJson(bodyBytes, request.headers, { isPatch: route.method === 'patch' });
    // Parsing and checking a batch take some milliseconds each, between which others have their turn.
    if (bodyBytes.length > longBodyBytes) await nextTurn();
    return readInput({ ...accepting, options }, request, { ...known, bodyBytes }, parsed);
  };
}

async function acquireShare<Deps>({ route, options }: Pick<Endpoint<Deps>, 'route' | 'options'>, caller: Caller | null, response: Response): Promise<void> {
  if (caller !== null) response.locals['releaseShare'] = await options.limits?.acquireShare?.(caller, route, response);
}

async function admitCaller<Deps>(
  { route, options }: Pick<Endpoint<Deps>, 'route' | 'options'>,
  scope: Scope,
  request: Request,
  response: Response,
): Promise<Caller> {
  const key = request.headers['x-api-key'];
  // A key that was sent twice arrives joined by a comma and a space.
  if (typeof key !== 'string' || key === '' || key.includes(',')) throw unauthorized();
  const caller = await options.authenticate(key, request);
  response.locals['caller'] = caller;
  options.limits?.countRequest?.(caller, response);
  if (!hasScope(caller, scope)) throw missingScope(scope);
  options.limits?.countInFlight?.(caller, response);
  await options.limits?.waitForRoom?.(caller, route, response);
  return caller;
}

const noBytes = Buffer.alloc(0);
const noJson: ParsedJson = { value: undefined, faults: [] };

type Known = Pick<AcceptedRequest, 'bodyBytes' | 'caller' | 'mediaType' | 'requestId'> & { readonly params: PathParameters };

interface Endpoint<Deps> extends Accepting {
  readonly options: MountOptions<Deps>;
}

function readInput<Deps>(
  { route, changesRecord, options }: Endpoint<Deps>,
  request: Request,
  known: Known,
  { value: body, faults: valueFaults }: ParsedJson,
): AcceptedRequest {
  const { method, originalUrl: url } = request;
  const headerFaults: Fault[] = [];
  const correlationId = changesSomething(route) ? readHeader(request, 'X-Correlation-Id', headerFaults) : undefined;
  const idempotencyKey = honoursIdempotencyKey(route) ? readKey(request, headerFaults, options) : undefined;
  const ifMatch = readTagsOf(request, 'If-Match', changesSomething(route) ? { isUsed: changesRecord, faults: headerFaults } : undefined);
  const ifNoneMatch = readTagsOf(request, 'If-None-Match', answersOneRecord(route) ? { isUsed: true, faults: headerFaults } : undefined);
  const given = { params: known.params, query: readQuery(url), body };
  return {
    ...known,
    ...validate(route, given, { headerFaults, valueFaults: [...valueFaults, ...faultOfBroker(route, known.caller, body)] }),
    stream: undefined,
    correlationId: correlationId ?? known.requestId,
    idempotencyKey,
    ifMatch,
    ifNoneMatch,
    method,
    url,
  };
}

function faultOfBroker(route: Route, caller: Caller | null, body: unknown): readonly Fault[] {
  const isNeeded = route.operatorNamesBroker && caller?.brokerId === null;
  // Where the body is no object that is its fault, and what it has for a broker is judged by the schema.
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isNeeded && isObject && !('brokerId' in body) ? [brokerMissing] : [];
}

function readKey<Deps>(request: Request, faults: Fault[], { faultOfKey }: MountOptions<Deps>): string | undefined {
  const key = readHeader(request, 'Idempotency-Key', faults);
  const detail = key === undefined ? undefined : faultOfKey?.(key);
  if (detail !== undefined) faults.push({ detail, parameter: 'Idempotency-Key' });
  return key;
}
