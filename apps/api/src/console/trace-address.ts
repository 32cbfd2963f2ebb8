import { url } from '@linework/config/settings';
import { z } from 'zod';

const placeholders = /\{(?:orderId|correlationId)\}/g;
const address = url('http', 'https');

/**
 * The address of the traces or logs of an order in another system, with `{orderId}` or `{correlationId}` where the id
 * goes.
 */
export const traceAddress = z
  .string()
  .refine(
    (text) => text.search(placeholders) >= 0 && address.safeParse(text.replaceAll(placeholders, 'id')).success,
    'must be an address that begins with http:// or https:// and has {orderId} or {correlationId}',
  );
