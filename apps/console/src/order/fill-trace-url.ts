import type { Order } from '@linework/sdk';

/**
 * Puts the ids of an order into the address of its traces. A correlation id is the client's own text, so both are
 * encoded.
 */
export const fillTraceUrl = (traceUrl: string, { id, correlationId }: Pick<Order, 'id' | 'correlationId'>): string =>
  traceUrl
    .replaceAll('{orderId}', () => encodeURIComponent(id))
    .replaceAll('{correlationId}', () => encodeURIComponent(correlationId));
