import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { type ClientResponse, lineworkClient } from '@linework/testing/processes/linework-client';
import { startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';

/** Starts a system with the simulator of the tax authority. The test starts the workers, and the APIs that it kills. */
export async function aTaxSystem() {
  const system = await startSystem({
    settings: { PARTNER_TIMEOUT_MS: '5000', TAX_LEASE_MS: '10000', LEASE_MS: '20000' },
  });
  const { db, broker, key } = system;
  const { client: authority } = await system.partners();
  const receipts = () => db.prisma.taxReceipt.findMany({ where: { brokerId: broker.id } });

  return {
    ...system,
    receipts,
    async drafts(count: number): Promise<readonly TaxReceipt[]> {
      const created: TaxReceipt[] = [];
      while (created.length < count)
        created.push(await aTaxReceipt(db, 'DRAFT', { brokerId: broker.id, documentModel: '62' }));
      return created;
    },
    /**
     * Sends a request, always with the same Idempotency-Key. Returns the response, or undefined if the API is killed by
     * it. Repeats the request as long as the response asks for it: the last statement of a killed process may take
     * effect a moment after its end, and on a slow machine the authority is late.
     */
    async send(api: { readonly url: string }, { id }: { readonly id: string }, command: 'issue' | 'cancel') {
      const headers = { 'Idempotency-Key': `${command}-${id}` };
      const body = command === 'cancel' && { body: { reason: 'Emitida com erro de valor' } };
      const client = lineworkClient(api.url, key);
      let response: ClientResponse | undefined;
      await waitUntil(`${command} has a final response`, async () => {
        response = await client
          .send('POST', `/tax-receipts/${id}/${command}`, { headers, ...body })
          .catch(() => undefined);
        return !(response && [409, 503].includes(response.status) && response.headers.has('Retry-After'));
      });
      return response && { status: response.status, body: JSON.parse(response.text) as unknown };
    },
    /** Waits until no receipt waits for the authority. */
    waitUntilSettled: () =>
      waitUntil('no receipt is due', async () => (await receipts()).every(({ dueAt }) => dueAt === null)),
    listRequestLog: () => authority.requestLog({ kind: 'receipt' }),
  };
}
