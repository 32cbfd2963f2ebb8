import { relative } from 'node:path';
import type { Db } from '@linework/db/db';
import type { Addresses } from './choose-addresses.ts';
import { type Demo, findLinesToBlock } from './demo/demo.ts';
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

/** The text that `npm start` prints when everything runs: the addresses, and commands to try in a second terminal. */
export async function startupBanner(
  db: Db,
  demo: Demo,
  { addresses, localFolder, watch }: BannerOptions,
): Promise<string> {
  const { baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl, receiverUrl } = addresses;
  const folder = relative(process.cwd(), localFolder) || '.';
  const broker = demo.brokers[0];
  const lineIds = await findLinesToBlock(db, demo, 3);
  return `
  Linework is running.

    API        ${baseUrl}
    Reference  ${baseUrl}/docs  (every operation, with the key of the demo filled in)
    Guides     ${baseUrl}/guides
    Packages   ${baseUrl}/downloads  (the SDK and the command line, for npm)
    Console    ${adminUrl}/console/  (sign in as ${demo.administrator.name} with ${demo.administrator.password})
    Queues     ${adminUrl}/queues  (any user name; the password is operatorKey in ${folder}/demo.json)
    Metrics    ${workerUrl}/metrics
    Network    ${networkUrl}  (simulator)
    Webhooks   ${receiverUrl}  (receiver of ${broker?.name}: the last deliveries)
    Partners   ${partnersUrl}  (simulator of the payment provider, the tax authority and the clearing house)

  Block a line with curl, with the command line, or with the SDK:

    export LINEWORK_URL=${baseUrl} LINEWORK_API_KEY=${broker?.key}
    curl -s -X POST -H "X-API-Key: $LINEWORK_API_KEY" $LINEWORK_URL/lines/${lineIds[0]}/block
    npm run -s linework -- lines block ${lineIds[1]} --wait
    node scripts/run.mjs packages/sdk/example/block-a-line.ts ${lineIds[2]}

  Then see the first one BLOCKED, and the webhooks of all three:

    curl -s -H "X-API-Key: $LINEWORK_API_KEY" $LINEWORK_URL/lines/${lineIds[0]}
    curl -s ${receiverUrl}
${watch ? watchNote : ''}
  The API keys are in ${folder}/demo.json, the logs in ${folder}/*.log.
  Ctrl-C stops everything and keeps the data in ${folder}/.
`;
}
