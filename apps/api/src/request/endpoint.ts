import type { Scope } from '@linework/auth/scopes';
import { listRecordEvents, type RecordEventQuery } from '@linework/events/list-record-events';
import type { Route } from '@linework/http/define-route';
import { type Endpoint, implement, type RequestOf, type ResponseOf } from '@linework/http/implement';
import { buildLinkHeader, type Pages } from '@linework/http/link-header';
import type { eventListRequest } from '@linework/schemas/events/event-list';
import type { Deps } from './deps.ts';

type Work<Declared extends Route, Result> = (request: RequestOf<Declared>, deps: Deps) => Promise<Result>;

/** The body of a response of a route with this status. */
type BodyOf<Declared extends Route, Status> = Extract<ResponseOf<Declared>, { readonly status: Status }>['body'];

/** A route that lists the events of a record. */
type EventsRoute = Route & { readonly scope: Scope } & Pick<typeof eventListRequest, 'query' | 'responses'>;

type EndpointOf<Declared extends Route> = Endpoint<Deps, Declared['method'], Declared['path']>;

/** Answers a route in a way of its own: `handle` returns the response. */
export function endpoint<const Declared extends Route, const Given extends ResponseOf<Declared>>(
  route: Declared,
  handle: Work<Declared, Given>,
): EndpointOf<Declared> {
  return implement(route, handle);
}

interface ReadPage {
  readonly items?: unknown;
  readonly meta?: unknown;
  readonly pages: Pages;
}

/** Answers with one page of a list, and links to the pages beside it. */
export function page<const Declared extends Route>(
  route: Declared,
  read: Work<Declared, BodyOf<Declared, 200> & { readonly pages: Pages }>,
): EndpointOf<Declared> {
  return answer(route, async (request, deps) => {
    const { items, meta, pages }: ReadPage = await read(request, deps);
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(request.url, pages) } };
  });
}

/** Answers with one page of the events of the record that the path names. */
export function eventsOf<const Declared extends EventsRoute>(
  route: Declared,
  kind: RecordEventQuery['kind'],
): EndpointOf<Declared> {
  return answer(route, async (request, { db }) => {
    const { params, query, caller, url } = request as unknown as RequestOf<EventsRoute>;
    const [id = ''] = Object.values(params as unknown as Readonly<Record<string, string>>);
    const { items, meta, pages } = await listRecordEvents(db, { caller, kind, id, ...query });
    return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
  });
}

/** Answers 200 with a record: found, or changed by the request. */
export function record<const Declared extends Route>(
  route: Declared,
  find: Work<Declared, BodyOf<Declared, 200>>,
): EndpointOf<Declared> {
  return answer(route, async (request, deps) => ({ status: 200, body: await find(request, deps) }));
}

/** Answers 201 with a new record and its address: its id below `base`. */
export function created<const Declared extends Route>(
  route: Declared,
  base: `/${string}`,
  create: Work<Declared, BodyOf<Declared, 201> & WithId>,
): EndpointOf<Declared> {
  return answer(route, async (request, deps) => locate(201, base, await create(request, deps)));
}

/** Answers 202 with a record that work has begun on, and its address: its id below `base`. */
export function accepted<const Declared extends Route>(
  route: Declared,
  base: `/${string}`,
  begin: Work<Declared, BodyOf<Declared, 202> & WithId>,
): EndpointOf<Declared> {
  return answer(route, async (request, deps) => locate(202, base, await begin(request, deps)));
}

/** Answers 204. */
export function noContent<const Declared extends Route>(
  route: Declared,
  work: Work<Declared, unknown>,
): EndpointOf<Declared> {
  return answer(route, async (request, deps) => {
    await work(request, deps);
    return { status: 204 };
  });
}

interface WithId {
  readonly id: string;
}

const locate = (status: number, base: string, body: WithId) => ({
  status,
  body,
  headers: { Location: `${base}/${body.id}` },
});

/** The functions above have checked the body; the status and the headers are theirs. */
const answer = <const Declared extends Route>(
  route: Declared,
  handle: Work<Declared, { status: number; body?: unknown; headers?: Readonly<Record<string, string | undefined>> }>,
) => ({ route, handle }) as unknown as EndpointOf<Declared>;
