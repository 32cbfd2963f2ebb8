import type { Client } from '../client.ts';

const requests: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['/block', '/block', '/block', ''],
  BLOCKED: ['/unblock', '/unblock', '/unblock', ''],
  STAND_BY: ['/activate'],
};

/** Sends a request that the line's status allows: usually a block or an unblock, sometimes a deletion. */
export async function changeLineStatus(client: Client): Promise<void> {
  const line = await pickLine(client);
  const request = client.chance.oneOf(requests[line.status] ?? ['/block']);
  await client.send('POST', `/lines/${line.id}${request}`);
}

interface PickedLine {
  readonly id: string;
  readonly status: string;
  readonly msisdn: string | null;
}

/** Reads one of the broker's lines. */
export async function pickLine({ send, chance, state }: Client): Promise<PickedLine> {
  const id = chance.oneOf(state.lineIds);
  const { body } = await send('GET', `/lines/${id}`);
  return body as PickedLine;
}
