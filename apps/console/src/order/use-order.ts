import type { Event, Order, OrderAttempt, Page } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isMissingRoute } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import type { OrderExplanation } from './explanation.ts';

export const orderPollMs = 2_000;
const settledPollMs = 15_000;

const openStatuses = ['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'];

/** The most attempts and events that the page shows. */
const shownLimit = 100;

export const isOpen = (status: string | undefined): boolean => status !== undefined && openStatuses.includes(status);

/** An order that is open is asked for more often than one that is settled. */
export function useOrder(orderId: string) {
  const order = useQuery({
    queryKey: ['order', orderId],
    queryFn: async ({ signal }) => await linework.orders.get(orderId, {}, { signal }),
    refetchInterval: ({ state }) => (isOpen((state.data as Order | undefined)?.status) ? orderPollMs : settledPollMs),
  });
  // What belongs to the order is asked for again when the order has changed.
  const version = order.data?.updatedAt;
  const enabled = order.isSuccess;
  const attempts = useQuery({
    queryKey: ['order', orderId, 'attempts', version],
    queryFn: async ({ signal }): Promise<Page<OrderAttempt>> => await linework.orders.attempts(orderId, { limit: shownLimit }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
  const events = useQuery({
    queryKey: ['order', orderId, 'events', version],
    queryFn: async ({ signal }): Promise<Page<Event>> => await linework.orders.events(orderId, { limit: shownLimit }, { signal }),
    enabled,
    placeholderData: (before) => before,
  });
  const explanation = useQuery({
    queryKey: ['order', orderId, 'explanation', version],
    queryFn: ({ signal }) => readExplanation(orderId, signal),
    enabled,
    placeholderData: (before) => before,
  });
  return { order, attempts, events, explanation };
}

/** `null` if the server has no such route. */
async function readExplanation(orderId: string, signal: AbortSignal): Promise<OrderExplanation | null> {
  try {
    return await linework.request<OrderExplanation>('GET', `/orders/${encodeURIComponent(orderId)}/explanation`, { signal });
  } catch (error) {
    if (isMissingRoute(error)) return null;
    throw error;
  }
}
