import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Caller, hasScope } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import { type FieldError, missingBrokerId } from '@linework/problem-details/field-error';
import { missingScope, notAcceptable, unauthorized } from '@linework/problem-details/make-problem';
import type { Request, Response } from 'express';
import type { Route } from '../define-route.ts';
import { parseEtags } from '../etag.ts';
import type { AcceptedRequest } from '../implement.ts';
import { idempotencyKeyLimitCharacters, longBodyBytes } from '../limits.ts';
import { hasEventStream, listMediaTypes } from '../list-media-types.ts';
import { openStream } from '../open-stream.ts';
import type { ParsedJson } from '../request/parse-json.ts';
import { readBody } from '../request/read-body.ts';
import { readJson } from '../request/read-json.ts';
import { validateInChunks } from '../request/validate-in-chunks.ts';
import { getRequestId } from '../request-id.ts';
import { acceptsIdempotencyKey, isMutation } from '../route-problems.ts';
import type { MountOptions } from './mount-options.ts';
import { negotiateMediaType } from './negotiate-media-type.ts';
import { returnsSingleRecord } from './record-routes.ts';

// A header that was sent twice arrives joined by a comma and a space, so a space is not allowed.
const singleToken = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyLimitCharacters}}$`);

/**
 * Reads a header of visible ASCII characters without spaces; undefined if it is absent. Any other value is added to the
 * errors.
 */
function readHeader(request: IncomingMessage, name: string, errors: FieldError[]): string | undefined {
  const value = request.headers[name.toLowerCase()];
  if (value === undefined || (typeof value === 'string' && singleToken.test(value))) return value;
  errors.push({
    detail: `must be 1 to ${idempotencyKeyLimitCharacters} visible ASCII characters, sent once`,
    parameter: name,
  });
  return undefined;
}

interface EtagHeaderOptions {
  /** Whether the route supports the header. An unsupported header is an error, because the client relies on it. */
  readonly isSupported: boolean;
  readonly errors: FieldError[];
}

/** Reads the ETags of a conditional header; undefined if it is absent, invalid, or does not apply to the route. */
function readEtagHeader(
  { headers }: IncomingMessage,
  name: 'If-Match' | 'If-None-Match',
  options: EtagHeaderOptions | undefined,
): readonly string[] | undefined {
  const value = headers[name === 'If-Match' ? 'if-match' : 'if-none-match'];
  if (value === undefined || options === undefined) return undefined;
  const tags = options.isSupported ? parseEtags(value) : undefined;
  if (tags === undefined)
    options.errors.push({ detail: options.isSupported ? invalidDetail : unsupportedDetail, parameter: name });
  return tags;
}

const invalidDetail = 'must be ETags in double quotes, separated by commas, or *';
const unsupportedDetail = 'is not supported here: the path belongs to no record';

type PathParameters = Readonly<Record<string, string>>;
type CheckedRequest = Omit<AcceptedRequest, 'hold'>;
type Accept = (
  request: Request,
  response: Response,
  params: PathParameters,
) => Promise<CheckedRequest | 'client-disconnected'>;

/** A route, and the route of the record whose path the route belongs to, if there is one. */
interface AcceptOptions {
  readonly route: Route;
  readonly changesRecord: boolean;
}

interface CheckedRoute extends AcceptOptions {
  readonly validate: ReturnType<typeof validateInChunks>;
}

/**
 * Creates the function that runs the checks of a route, cheap ones first: the body is not read before the caller is
 * authenticated. It throws a problem if a check fails.
 */
export function acceptRequest<Deps>(acceptOptions: AcceptOptions, options: MountOptions<Deps>): Accept {
  const { route } = acceptOptions;
  const checkedRoute = { ...acceptOptions, validate: validateInChunks(route) };
  const available = [...new Set(Object.values(route.responses).flatMap(listMediaTypes))];
  return async (request, response, params) => {
    const mediaType = negotiateMediaType(request.headers.accept, available);
    if (mediaType === undefined && available.length > 0) throw notAcceptable(available);
    const caller =
      route.scope === null ? null : await authenticateCaller({ route, options }, route.scope, request, response);
    const context = { params, caller, mediaType, address: request.ip ?? '', requestId: getRequestId(response) };
    if (route.stream) {
      await acquireSlot({ route, options }, caller, response);
      // The head is checked before a streamed body is read.
      return {
        ...(await readInput({ ...checkedRoute, options }, request, { ...context, bodyBytes: emptyBytes }, emptyJson)),
        stream: openStream(request, route.stream),
      };
    }
    const bodyBytes = await readBody(request, route.bodyLimitBytes);
    if (bodyBytes === undefined) return 'client-disconnected';
    // After the body is read, because a slow sender would keep the slot. Before the body is checked, because a long
    // body takes time.
    await acquireSlot({ route, options }, caller, response);
    const parsed = readJson(bodyBytes, request.headers, { isPatch: route.method === 'patch' });
    // Parsing and checking a batch take some milliseconds each. Other requests run in between.
    if (bodyBytes.length > longBodyBytes) await nextTurn();
    return readInput({ ...checkedRoute, options }, request, { ...context, bodyBytes }, parsed);
  };
}

async function acquireSlot<Deps>(
  { route, options }: Pick<Endpoint<Deps>, 'route' | 'options'>,
  caller: Caller | null,
  response: Response,
): Promise<void> {
  if (caller !== null) response.locals['releaseShare'] = await options.limits?.acquireSlot?.(caller, route, response);
}

async function authenticateCaller<Deps>(
  { route, options }: Pick<Endpoint<Deps>, 'route' | 'options'>,
  scope: Scope,
  request: Request,
  response: Response,
): Promise<Caller> {
  const caller = await options.authenticate((options.readCredential ?? readApiKey)(request), request);
  response.locals['caller'] = caller;
  options.limits?.countRequest?.(caller, response);
  if (options.authorize) options.authorize(caller, route);
  else if (!hasScope(caller, scope)) throw missingScope(scope);
  options.limits?.countInFlight?.(caller, response);
  await options.limits?.waitForCapacity?.(caller, route, response);
  return caller;
}

function readApiKey({ headers }: Request): string {
  const key = headers['x-api-key'];
  // A header that was sent twice arrives joined by a comma and a space.
  if (typeof key !== 'string' || key === '' || key.includes(',')) throw unauthorized();
  return key;
}

const emptyBytes = Buffer.alloc(0);
const emptyJson: ParsedJson = { value: undefined, errors: [] };

type RequestContext = Pick<AcceptedRequest, 'address' | 'bodyBytes' | 'caller' | 'mediaType' | 'requestId'> & {
  readonly params: PathParameters;
};

interface Endpoint<Deps> extends CheckedRoute {
  readonly options: MountOptions<Deps>;
}

async function readInput<Deps>(
  { route, changesRecord, options, validate }: Endpoint<Deps>,
  request: Request,
  context: RequestContext,
  { value: body, errors: valueErrors }: ParsedJson,
): Promise<CheckedRequest> {
  const { method, originalUrl: url } = request;
  const headerErrors: FieldError[] = [];
  const correlationId = isMutation(route) ? readHeader(request, 'X-Correlation-Id', headerErrors) : undefined;
  const idempotencyKey = acceptsIdempotencyKey(route) ? readKey(request, headerErrors, options) : undefined;
  const lastEventId = hasEventStream(route) ? readHeader(request, 'Last-Event-ID', headerErrors) : undefined;
  const ifMatch = readEtagHeader(
    request,
    'If-Match',
    isMutation(route) ? { isSupported: changesRecord, errors: headerErrors } : undefined,
  );
  const ifNoneMatch = readEtagHeader(
    request,
    'If-None-Match',
    returnsSingleRecord(route) ? { isSupported: true, errors: headerErrors } : undefined,
  );
  const input = { params: context.params, query: readQuery(url), body };
  return {
    ...context,
    ...(await validate(input, {
      headerErrors,
      valueErrors: [...valueErrors, ...validateBrokerId(route, context.caller, body)],
    })),
    stream: undefined,
    cookie: request.headers.cookie,
    prefer: request.get('Prefer'),
    correlationId: correlationId ?? context.requestId,
    idempotencyKey,
    ifMatch,
    ifNoneMatch,
    lastEventId,
    method,
    url,
  };
}

function validateBrokerId(route: Route, caller: Caller | null, body: unknown): readonly FieldError[] {
  const isNeeded = route.requiresBrokerFromOperator && caller?.brokerId === null;
  // The schema reports a body that is not an object, and an invalid broker id.
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isNeeded && isObject && !('brokerId' in body) ? [missingBrokerId] : [];
}

function readKey<Deps>(
  request: Request,
  errors: FieldError[],
  { validateIdempotencyKey }: MountOptions<Deps>,
): string | undefined {
  const key = readHeader(request, 'Idempotency-Key', errors);
  const detail = key === undefined ? undefined : validateIdempotencyKey?.(key);
  if (detail !== undefined) errors.push({ detail, parameter: 'Idempotency-Key' });
  return key;
}

/** Reads the query parameters. A parameter that was sent several times has a list of values. */
function readQuery(url: string): Readonly<Record<string, string | readonly string[]>> {
  // Without a prototype, so that a parameter may have any name.
  const query: Record<string, string | string[]> = Object.create(null);
  const start = url.indexOf('?');
  if (start === -1) return query;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === 'string') query[name] = [before, value];
    else before.push(value);
  }
  return query;
}
