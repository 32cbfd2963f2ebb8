import type { Db } from '@linework/db/db';

const serviceStates: Readonly<Record<string, string>> = { STAND_BY: 'standby', BLOCKED: 'suspended' };

/**
 * Loads the lines as subscribers into the network simulator: all lines if it is empty, otherwise the lines of the new
 * brokers.
 */
export async function seedNetwork(
  db: Db,
  networkUrl: string,
  { newBrokerIds }: { readonly newBrokerIds: readonly string[] },
): Promise<void> {
  const existing = (await (await fetch(`${networkUrl}/subscribers`)).text()).trim();
  const brokerFilter = existing === '' ? {} : { brokerId: { in: [...newBrokerIds] } };
  const where = { status: { not: 'TERMINATED' }, ...brokerFilter };
  const lines = await db.prisma.line.findMany({ where, select: { imsi: true, msisdn: true, status: true } });
  if (lines.length === 0) return;
  const subscribers = lines.map(({ imsi, msisdn, status }) => ({
    imsi,
    msisdn,
    serviceState: serviceStates[status] ?? 'active',
  }));
  const response = await fetch(`${networkUrl}/subscribers`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscribers),
  });
  if (!response.ok)
    throw new Error(
      `The network simulator rejected the lines of the demo: ${response.status} ${await response.text()}`,
    );
}
