import { relative } from 'node:path';
import type { Db } from '@linework/db/db';
import type { Addresses } from './choose-addresses.ts';
import type { Demo } from './demo.ts';

interface BannerOptions {
  readonly addresses: Addresses;
  readonly localFolder: string;
}

/** What is printed when everything runs: where it is, and three lines to paste. */
export async function startupBanner(db: Db, demo: Demo, { addresses, localFolder }: BannerOptions): Promise<string> {
  const { baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl } = addresses;
  const folder = relative(process.cwd(), localFolder) || '.';
  const broker = demo.brokers[0];
  const active = { brokerId: broker?.id ?? '', status: 'ACTIVE' };
  const line = await db.prisma.line.findFirst({ where: active, orderBy: { createdAt: 'asc' }, select: { id: true } });
  const lineId = line?.id ?? broker?.lineIds[0];
  const key = `-H 'X-API-Key: ${broker?.key}'`;
  return `
  Linework is running.

    interface    ${baseUrl}       (documentation: ${baseUrl}/docs)
    operators    ${adminUrl}/queues  (any user name, password: the operatorKey in ${folder}/demo.json)
    worker       ${workerUrl}/metrics
    network      ${networkUrl}       (the simulator: order a fault and see an order fail)
    partners     ${partnersUrl}       (payment provider, tax authority and clearing house, simulated)

  Block a line, watch its order, see the line:

    curl -s -X POST ${key} ${baseUrl}/lines/${lineId}/block
    curl -s ${key} '${baseUrl}/orders?resourceId=${lineId}&limit=1'
    curl -s ${key} ${baseUrl}/lines/${lineId}

  Ctrl-C stops everything; the data stays in ${folder}/.
`;
}
