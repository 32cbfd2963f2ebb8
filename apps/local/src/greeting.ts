import type { Db } from '@linework/db/db';
import type { Demo } from './demo.ts';

export interface Addresses {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly workerUrl: string;
  readonly networkUrl: string;
  readonly partnersUrl: string;
}

/** What is printed when everything runs: where it is, and three lines to paste. */
export async function greeting(db: Db, demo: Demo, { baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl }: Addresses): Promise<string> {
  const broker = demo.brokers[0];
  const active = { brokerId: broker?.id ?? '', status: 'ACTIVE' };
  const line = await db.prisma.line.findFirst({ where: active, orderBy: { createdAt: 'asc' }, select: { id: true } });
  const lineId = line?.id ?? broker?.lineIds[0];
  const key = `-H 'X-API-Key: ${broker?.key}'`;
  return `
  Linework is running.

    interface    ${baseUrl}       (documentation: ${baseUrl}/docs)
    operators    ${adminUrl}/queues  (any user name, password: the operatorKey in .local/demo.json)
    worker       ${workerUrl}/metrics
    network      ${networkUrl}       (the simulator: order a fault and see an order fail)
    partners     ${partnersUrl}       (payment provider, tax authority and clearing house, simulated)

  Block a line, watch its order, see the line:

    curl -s -X POST ${key} ${baseUrl}/lines/${lineId}/block
    curl -s ${key} '${baseUrl}/orders?resourceId=${lineId}&limit=1'
    curl -s ${key} ${baseUrl}/lines/${lineId}

  Ctrl-C stops everything; the data stays in .local/.
`;
}
