import type { Client } from '../client.ts';
import { aWindow } from './port-in-number.ts';

interface Listed {
  readonly items: readonly { readonly id: string; readonly status: string }[];
}

/** Corrects a port-in in conflict, or cancels an open port-in. */
export async function changePortIn({ send, chance, report }: Client): Promise<void> {
  const { body } = await send('GET', '/portability/port-ins?status=REQUESTED,PENDING,CONFLICT&limit=20');
  const { items } = body as Listed;
  if (items.length === 0) return;
  const { id, status } = chance.oneOf(items);
  const isCorrected = status === 'CONFLICT' && chance.happens(70);
  const response = isCorrected
    ? await send('POST', `/portability/port-ins/${id}/correct`, { body: aWindow() })
    : await send('POST', `/portability/port-ins/${id}/cancel`);
  if (response.status < 300) report.increment(isCorrected ? 'port-in corrected' : 'port-in cancelled');
}
