import type { Client, ClientRequest } from '../client.ts';

const nonsense: readonly { readonly path: string; readonly question: ClientRequest }[] = [
  { path: '/lines', question: { text: '{"customerId":' } },
  { path: '/lines', question: { body: { customerId: 'nobody', msisdn: {}, sim: 7, surplus: true } } },
  { path: '/lines/none/block', question: {} },
  { path: '/inventory/reservations', question: { body: { quantity: -1 } } },
  { path: '/orders/none/cancel', question: { body: { reason: '' } } },
];

/** Sends what nobody can mean. It is refused, and said why. */
export async function sendNonsense({ send, chance, report }: Client): Promise<void> {
  const { path, question } = chance.oneOf(nonsense);
  const { status, body } = await send('POST', path, question);
  if (status !== 400) report.addViolation(`nonsense to ${path} was answered ${status} ${JSON.stringify(body)}`);
}
