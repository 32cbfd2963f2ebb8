import type { Client, ClientRequest } from '../client.ts';

interface Listed {
  readonly items: readonly { readonly id: string; readonly type: string }[];
}

/** These orders have claimed a number or a SIM, which the network may use on the line. Closing them withholds it. */
const replacements = ['LINE_SIM_SWAP', 'LINE_NUMBER_CHANGE'];

/** Retries or rolls back a failed order, or closes it as an operator. */
export async function resolveFailedOrder({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/orders?status=FAILED,ROLLBACK_FAILED,CANCEL_FAILED&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const order = chance.oneOf(items);
  const isReplacement = replacements.includes(order.type);
  const request = chance.oneOf(isReplacement ? ['retry', 'rollback', 'close', 'close'] : ['retry', 'retry', 'rollback', 'rollback', 'close']);
  const clientRequest: ClientRequest = request === 'close' ? { body: { reason: 'left as it is' }, isOperator: true } : {};
  const { status } = await send('POST', `/orders/${order.id}/${request}`, clientRequest);
  if (status >= 300) return;
  report.increment(`failed order resolved by ${request}`);
  if (isReplacement && request === 'close') report.increment('order with a claim closed');
}
