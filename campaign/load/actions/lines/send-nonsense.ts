import type { Client, ClientRequest } from '../client.ts';

const nonsense: readonly { readonly path: string; readonly request: ClientRequest }[] = [
  { path: '/lines', request: { text: '{"customerId":' } },
  { path: '/lines', request: { body: { customerId: 'nobody', msisdn: {}, sim: 7, surplus: true } } },
  { path: '/lines/none/block', request: {} },
  { path: '/inventory/reservations', request: { body: { quantity: -1 } } },
  { path: '/orders/none/cancel', request: { body: { reason: '' } } },
];

/** Sends an invalid request. The response must be 400. */
export async function sendNonsense({ send, chance, report }: Client): Promise<void> {
  const { path, request } = chance.oneOf(nonsense);
  const { status, body } = await send('POST', path, request);
  if (status !== 400)
    report.addViolation(`an invalid request to ${path} got status ${status}: ${JSON.stringify(body)}`);
}
