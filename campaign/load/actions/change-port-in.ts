import type { Client } from '../client.ts';
import { aWindow } from './port-in-number.ts';

interface Listed {
  readonly items: readonly { readonly id: string; readonly status: string }[];
}

/** Puts right what a number is in conflict for, or calls one off that is on its way. */
export async function changePortIn({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/portability/port-ins?status=REQUESTED,PENDING,CONFLICT&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const { id, status } = chance.oneOf(items);
  const isCorrected = status === 'CONFLICT' && chance.happens(70);
  const answer = isCorrected
    ? await send('POST', `/portability/port-ins/${id}/correct`, { body: aWindow() })
    : await send('POST', `/portability/port-ins/${id}/cancel`);
  if (answer.status < 300) report.increment(isCorrected ? 'a number asked for once more' : 'a number called off');
}
