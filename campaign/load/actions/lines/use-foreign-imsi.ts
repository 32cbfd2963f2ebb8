import type { Client } from '../client.ts';
import { pickLine } from './change-line-status.ts';
import { reachesStatus } from './reaches-status.ts';

/** Requests a line, or a SIM swap, with an IMSI of a foreign subscriber. A new line is then rolled back or deleted. */
export async function useForeignImsi(client: Client): Promise<void> {
  const { broker } = client.state;
  const sim = { poolId: broker.foreignSimPoolId };
  if (client.chance.happens(30)) {
    const line = await pickLine(client);
    const { status } = await client.send('POST', `/lines/${line.id}/sim-swap`, { body: { sim } });
    if (status < 300) client.report.increment('line requested on a foreign IMSI');
    return;
  }
  const body = { customerId: broker.holderId, msisdn: { poolId: broker.numberPoolId }, sim, activate: true };
  const { status, orderId, body: line } = await client.send('POST', '/lines', { body });
  // Orders that an operator closed keep their SIM, so the pool may be empty.
  if (status >= 300 || !orderId) return;
  const lineId = (line as { readonly id: string }).id;
  if (!(await reachesStatus(client, orderId, 'FAILED'))) return;
  const isDeleted = client.chance.happens(50);
  const response = await client.send('POST', isDeleted ? `/lines/${lineId}` : `/orders/${orderId}/rollback`);
  if (response.status < 300)
    client.report.increment(isDeleted ? 'line on a foreign IMSI deleted' : 'line on a foreign IMSI rolled back');
}
