import type { OrderDetails as Details } from '@linework/schemas/orders/order-details';
import type { OrderExplanation as Explanation } from '@linework/sdk';

/** The answer of `GET /orders/{orderId}/explanation`, as far as the page shows it. */
export type OrderExplanation = Pick<Explanation, 'sentence' | 'allowed' | 'notAllowed' | 'changes'> &
  Partial<Pick<Explanation, 'waitsFor' | 'waitsUntil' | 'waitsSince' | 'step' | 'pause' | 'lease' | 'supersededBy'>>;

/** What the page names behind the ids of an order. */
export type OrderDetails = Details;
