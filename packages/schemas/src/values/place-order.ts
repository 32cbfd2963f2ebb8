import { z } from 'zod';
import { notBefore } from './not-before.ts';

/** The query of every operation that places an order. */
export const placeOrderQuery = z.strictObject({ notBefore });

/** The headers that locate the order of a response. */
export const orderHeaders = { Location: 'The order: `/orders/{orderId}`', Link: 'The order, with `rel="monitor"`' };
