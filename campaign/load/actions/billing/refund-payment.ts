import type { Client } from '../client.ts';

interface Paid {
  readonly items: readonly { readonly id: string; readonly amount: string }[];
}

/** Refunds one of the broker's payments: partly, fully, or fully twice at once. */
export async function refundPayment({ send, chance, report }: Client): Promise<void> {
  const { status, body } = await send('GET', '/payments?status=CONFIRMED&limit=20');
  if (status >= 300) return;
  const { items } = body as Paid;
  if (items.length === 0) return;
  const { id } = chance.oneOf(items);
  const part = chance.happens(50) ? { amount: '1.00' } : {};
  const times = chance.happens(30) ? 2 : 1;
  const responses = await Promise.all(
    Array.from({ length: times }, () => send('POST', `/payments/${id}/refunds`, { body: part })),
  );
  if (responses.some((response) => response.status < 300)) report.increment('payment refund requested');
}
