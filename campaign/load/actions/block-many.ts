import type { Client } from '../client.ts';

/** Asks for many lines to be blocked or unblocked; now and then calls it off again. */
export async function blockMany({ ask, chance, estate, findings }: Client): Promise<void> {
  const lineIds = chance.shuffled(estate.lineIds).slice(0, 8);
  const { status, body } = await ask('POST', '/bulk-operations', { body: { operation: chance.oneOf(['block', 'unblock']), lineIds } });
  if (status >= 300) return findings.wrong(`a bulk operation was answered ${status}: ${JSON.stringify(body)}`);
  findings.saw('a bulk operation');
  if (chance.happens(20)) await ask('POST', `/bulk-operations/${(body as { readonly id: string }).id}/cancel`);
}
