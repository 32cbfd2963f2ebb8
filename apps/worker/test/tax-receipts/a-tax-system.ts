import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { aTaxReceipt } from '@linework/testing/a-tax-receipt';
import { type ClientResponse, lineworkClient } from '@linework/testing/processes/linework-client';
import type { Settings } from '@linework/testing/processes/start-program';
import { startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';

const program = fileURLToPath(new URL('../../../partner-simulator/src/main.ts', import.meta.url));

interface Entry {
  readonly operation: string;
  readonly record: { readonly id: string };
}

/** A system with the tax authority's simulator. The test starts the workers, and APIs that know the authority too. */
export async function aTaxSystem() {
  const system = await startSystem();
  const { db, broker, key } = system;
  const child = fork(program, { env: { PORT: '0', LOG_LEVEL: 'silent' }, execArgv: [] });
  const url = `http://127.0.0.1:${await readPort(child)}`;
  const settings: Settings = { TAX_AUTHORITY_URL: `${url}/tax-authority`, PARTNER_TIMEOUT_MS: '1000', TAX_LEASE_MS: '2000', LEASE_MS: '20000' };
  const receipts = () => db.prisma.taxReceipt.findMany({ where: { brokerId: broker.id } });

  return {
    db,
    receipts,
    startApi: (own: Settings = {}) => system.startApi({ ...settings, ...own }),
    startWorker: () => system.startWorker(settings),
    async drafts(count: number): Promise<readonly TaxReceipt[]> {
      const created: TaxReceipt[] = [];
      while (created.length < count) created.push(await aTaxReceipt(db, 'DRAFT', { brokerId: broker.id, documentModel: '62' }));
      return created;
    },
    /**
     * Asks an API, each time under the same Idempotency-Key; what it answers, or undefined where it ends over it. Comes again when it is told to: what
     * a process that was killed had sent to the database last may be carried out a moment after its end, and on a slow machine the authority is late.
     */
    async send(api: { readonly url: string }, { id }: { readonly id: string }, command: 'issue' | 'cancel') {
      const headers = { 'Idempotency-Key': `${command}-${id}` };
      const body = command === 'cancel' && { body: { reason: 'Emitida com erro de valor' } };
      const client = lineworkClient(api.url, key);
      let response: ClientResponse | undefined;
      await waitUntil(`${command} is answered for good`, async () => {
        response = await client.send('POST', `/tax-receipts/${id}/${command}`, { headers, ...body }).catch(() => undefined);
        return !(response && [409, 503].includes(response.status) && response.headers.has('Retry-After'));
      });
      return response && { status: response.status, body: JSON.parse(response.text) as unknown };
    },
    /** Nothing waits for the authority any more. */
    waitUntilSettled: () => waitUntil('no receipt is due', async () => (await receipts()).every(({ dueAt }) => dueAt === null)),
    async listRequestLog(): Promise<readonly Entry[]> {
      const response = await fetch(`${url}/ledger?kind=receipt&limit=1000`);
      return ((await response.json()) as { readonly items: readonly Entry[] }).items;
    },
    async close() {
      child.kill('SIGTERM');
      await system.close();
    },
  };
}

async function readPort(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message');
  return (message as { readonly port: number }).port;
}
