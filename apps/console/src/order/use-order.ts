import type { Event, OrderAttempt, Page } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import type { OrderDetails, OrderExplanation } from './explanation.ts';

/** The most attempts and events that the page shows. */
const shownLimit = 100;

/** An order and what belongs to it. */
export function useOrder(orderId: string) {
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }) => await linework.orders.get(orderId, {}, { signal }),
  });
  // What belongs to the order is asked for again when the order has changed.
  const version = order.data?.updatedAt;
  const enabled = order.isSuccess;
  const attempts = useQuery({
    queryKey: ['order', orderId, 'attempts', version],
    queryFn: async ({ signal }): Promise<Page<OrderAttempt>> =>
      await linework.orders.attempts(orderId, { limit: shownLimit }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
  const events = useQuery({
    queryKey: ['order', orderId, 'events', version],
    queryFn: async ({ signal }): Promise<Page<Event>> =>
      await linework.orders.events(orderId, { limit: shownLimit }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
  const explanation = useQuery({
    queryKey: ['order', orderId, 'explanation', version],
    queryFn: ({ signal }) => readOrNull<OrderExplanation>(`/orders/${encodeURIComponent(orderId)}/explanation`, signal),
    enabled,
    placeholderData: (before) => before,
  });
  const details = useQuery({
    queryKey: ['order', orderId, 'details', version],
    queryFn: ({ signal }) => readOrNull<OrderDetails>(`/order-details/${encodeURIComponent(orderId)}`, signal),
    enabled,
    placeholderData: (before) => before,
  });
  return { order, attempts, events, explanation, details };
}

/** `null` if the server has no such route. */
async function readOrNull<Answer>(path: `/${string}`, signal: AbortSignal): Promise<Answer | null> {
  try {
    return await linework.request<Answer>('GET', path, { signal });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
