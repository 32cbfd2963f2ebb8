import { relative } from 'node:path';
import type { Db } from '@linework/db/db';
import type { Addresses } from './choose-addresses.ts';
import type { Demo } from './demo/demo.ts';
import { inspectPorts } from './programs.ts';

interface BannerOptions {
  readonly addresses: Addresses;
  readonly localFolder: string;
  readonly watch: boolean;
}

const watchNote = `
  A program restarts when one of its sources changes. Attach a debugger (chrome://inspect, or Run and Debug in VS Code):

${Object.entries(inspectPorts)
  .map(([name, port]) => `    127.0.0.1:${port}  ${name}`)
  .join('\n')}
`;

/** The text that `npm start` prints when everything runs: the addresses, and three commands to try. */
export async function startupBanner(db: Db, demo: Demo, { addresses, localFolder, watch }: BannerOptions): Promise<string> {
  const { baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl, receiverUrl } = addresses;
  const folder = relative(process.cwd(), localFolder) || '.';
  const broker = demo.brokers[0];
  const active = { brokerId: broker?.id ?? '', status: 'ACTIVE' };
  const line = await db.prisma.line.findFirst({ where: active, orderBy: { createdAt: 'asc' }, select: { id: true } });
  const lineId = line?.id ?? broker?.lineIds[0];
  const key = `-H 'X-API-Key: ${broker?.key}'`;
  return `
  Linework is running.

    API        ${baseUrl}
    Reference  ${baseUrl}/docs  (every operation, with the key of the demo filled in)
    Guides     ${baseUrl}/guides
    Console    ${adminUrl}/console/  (sign in as ${demo.administrator.name} with ${demo.administrator.password})
    Queues     ${adminUrl}/queues  (any user name; the password is operatorKey in ${folder}/demo.json)
    Metrics    ${workerUrl}/metrics
    Network    ${networkUrl}  (simulator)
    Webhooks   ${receiverUrl}  (receiver of ${broker?.name}: the last deliveries)
    Partners   ${partnersUrl}  (simulator of the payment provider, the tax authority and the clearing house)

  Block a line, then read its order and the line:

    curl -s -X POST ${key} ${baseUrl}/lines/${lineId}/block
    curl -s ${key} '${baseUrl}/orders?resourceId=${lineId}&limit=1'
    curl -s ${key} ${baseUrl}/lines/${lineId}
${watch ? watchNote : ''}
  The API keys are in ${folder}/demo.json, the logs in ${folder}/*.log. Ctrl-C stops everything and keeps the data in ${folder}/.
`;
}
