import type { Client, ClientRequest } from '../client.ts';

interface Listed {
  readonly items: readonly { readonly id: string }[];
}

/** Retries or rolls back a failed order, or closes it as an operator. */
export async function resolveFailedOrder({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/orders?status=FAILED,ROLLBACK_FAILED,CANCEL_FAILED&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const request = chance.oneOf(['retry', 'retry', 'rollback', 'rollback', 'close']);
  const clientRequest: ClientRequest =
    request === 'close' ? { body: { reason: 'left as it is' }, isOperator: true } : {};
  const { status } = await send('POST', `/orders/${chance.oneOf(items).id}/${request}`, clientRequest);
  if (status < 300) report.increment(`failed order resolved by ${request}`);
}
