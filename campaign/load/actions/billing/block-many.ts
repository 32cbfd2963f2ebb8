import type { Client } from '../client.ts';

/** Blocks or unblocks many lines in a bulk operation, and sometimes cancels it. */
export async function blockMany({ send, chance, state, report }: Client): Promise<void> {
  const lineIds = chance.shuffled(state.lineIds).slice(0, 8);
  const { status, body } = await send('POST', '/bulk-operations', {
    body: { operation: chance.oneOf(['block', 'unblock']), lineIds },
  });
  if (status >= 300) return report.addViolation(`a bulk operation got status ${status}: ${JSON.stringify(body)}`);
  report.increment('bulk operation');
  if (chance.happens(20)) await send('POST', `/bulk-operations/${(body as { readonly id: string }).id}/cancel`);
}
