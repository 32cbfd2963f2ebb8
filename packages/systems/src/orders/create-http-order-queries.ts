import type { Caller } from '@linework/auth/caller';
import { TransientError } from '@linework/engine/model/system-errors';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { encodeCursor } from '@linework/http/cursor';
import { pageSizeLimit } from '@linework/http/limits';
import { findCursor } from '@linework/http/link-header';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { buildPage, type Page } from '@linework/lists/page';
import type { OrderPageQuery } from '@linework/orders/order-list/build-page-query';
import type { OrderQueries } from '@linework/orders/order-queries';
import type { FieldError } from '@linework/problem-details/field-error';
import { validationError } from '@linework/problem-details/make-problem';
import { type Order, order } from '@linework/schemas/orders/order';
import { z } from 'zod';
import type { SystemBreaker } from '../breaker/create-system-breaker.ts';
import {
  callLinework,
  type LineworkAddress,
  type LineworkResponse,
  type RemoteLinework,
  readContent,
  readJson,
} from '../linework/call-linework.ts';
import { createBreakerCaller } from '../linework/create-breaker-caller.ts';
import { maskActors, type OwnKeys } from './mask-actors.ts';

/** The order service responds but does not accept the filters, such as one of an earlier release. */
interface ListRejection {
  readonly errors: readonly FieldError[];
}

const validationErrorShape = z.object({ detail: z.string(), parameter: z.string().optional() });
const problemShape = z.object({ errors: z.array(validationErrorShape).min(1).max(100) });
const unknownErrors: readonly FieldError[] = [{ detail: 'The order service does not accept this request.' }];

/** The errors of a response 400. */
function readRejection({ text }: LineworkResponse): ListRejection {
  const parsed = problemShape.safeParse(readJson(text));
  return {
    errors: parsed.success
      ? parsed.data.errors.map(({ detail, parameter }) => ({ detail, ...(parameter !== undefined && { parameter }) }))
      : unknownErrors,
  };
}

/** Raises the same 400 for the client: a repetition does not help. */
function throwRejection({ errors }: ListRejection): never {
  throw validationError(errors);
}

const { items, meta } = pagedEnvelope(order).shape;

/** The members of a page; another release may have more, also in `meta`. */
const orderPage = z.object({ items, meta: z.object(meta.shape) });

interface OrderPage extends z.infer<typeof orderPage> {
  readonly link: string | null;
}

/** Fetches one order; undefined when the order service does not have it. */
async function fetchOrder(remote: RemoteLinework, orderId: string): Promise<Order | undefined> {
  const response = await callLinework(remote, `/orders/${encodeURIComponent(orderId)}`);
  return response.status === 404 ? undefined : readContent(remote, response, order);
}

/**
 * Fetches one page of orders. With `ofBrokers`, only orders of these brokers are requested, and a response with any
 * other order is a `TransientError`: an order that a remote filter missed is not shown.
 */
async function fetchOrders(
  remote: RemoteLinework,
  query: OrderPageQuery,
  brokerIds?: readonly string[],
): Promise<OrderPage | ListRejection> {
  const response = await callLinework(
    remote,
    `/orders?${buildParameters({ ...query, ...(brokerIds && { brokerId: brokerIds }) })}`,
  );
  if (response.status === 400) return readRejection(response);
  const page = readContent(remote, response, orderPage);
  const isForeign = ({ brokerId }: Order) => brokerIds !== undefined && !brokerIds.includes(brokerId);
  if (page.items.some(isForeign))
    throw new TransientError(`${remote.code}-answer-foreign`, `${remote.name} answered with orders of another broker.`);
  return { ...page, link: response.link };
}

/** The filters in the form of an address: each as its route parses it, so that a new filter needs no change here. */
function buildParameters({ cursor, ...filters }: OrderPageQuery): URLSearchParams {
  const parameters = new URLSearchParams(cursor && { cursor: encodeCursor(cursor) });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) parameters.set(name, toText(value));
  return parameters;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toText).join(',') : String(value);
}

export interface HttpOrderQueriesOptions extends LineworkAddress {
  /** The breaker that every call goes through. */
  readonly breaker: Pick<SystemBreaker, 'call'>;
  /** Used to find which keys a broker may see. */
  readonly ownKeys: OwnKeys;
  /** Called for each call that failed. */
  readonly onError?: (error: TransientError) => void;
}

/** A hundred orders, each with an input and metadata of 64 KiB, and their steps. */
const pageLimitBytes = 8_388_608;

/**
 * The orders of another Linework, read there for each request. Its key has access to every broker. A caller gets only
 * the orders of its own broker, which the request selects and each response is checked for, and no keys of others. When
 * the service is unreachable, every call raises 503.
 */
export function createHttpOrderQueries({
  breaker,
  ownKeys,
  onError,
  ...address
}: HttpOrderQueriesOptions): OrderQueries {
  const remote: RemoteLinework = { ...address, code: 'orders', name: 'The order service', limitBytes: pageLimitBytes };
  const throughBreaker = createBreakerCaller({ name: remote.name, breaker, onError });
  return {
    async findOrder({ caller, orderId }) {
      const found = await throughBreaker(() => fetchOrder(remote, orderId));
      if (!found || !canSee(caller, found)) throw orderNotFound(orderId);
      const [shown = found] = await maskActors(caller, [found], ownKeys);
      return shown;
    },
    async listOrders(caller, filters) {
      const brokers = selectBrokers(caller, filters);
      if (brokers?.length === 0) return buildPage(filters, [], 0);
      const { withoutTotal: _, ...sent } = filters;
      const page = await throughBreaker(() =>
        fetchOrders(remote, { ...sent, limit: Math.min(sent.limit, pageSizeLimit) }, brokers),
      );
      if ('errors' in page) return throwRejection(page);
      return { ...toPage(page), items: await maskActors(caller, page.items, ownKeys) };
    },
  };
}

const canSee = ({ brokerId }: Caller, found: Order): boolean => brokerId === null || found.brokerId === brokerId;

/** The brokers whose orders are requested; undefined for all of them. */
function selectBrokers(
  caller: Caller,
  { brokerId: requestedBrokerIds }: OrderPageQuery,
): readonly string[] | undefined {
  if (caller.brokerId === null) return requestedBrokerIds;
  return [caller.brokerId].filter(
    (ownBrokerId) => requestedBrokerIds === undefined || requestedBrokerIds.includes(ownBrokerId),
  );
}

/** The links of the remote page, with its cursors, lead on in this Linework. */
function toPage({ meta, link }: OrderPage): Omit<Page<Order>, 'items'> {
  const [next, prev] = (['next', 'prev'] as const).map((relation) => {
    const cursor = findCursor(link, relation);
    return cursor === undefined ? undefined : { cursor };
  });
  return { meta, pages: { next, prev } };
}
