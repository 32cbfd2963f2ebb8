import { changeLineHolderRoute } from '@linework/schemas/lines/lines.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { aCpf } from '@linework/testing/codes/tax-ids';
import { recordUsage } from '@linework/usage/record-usage';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

const api = await startTestApi();
const worker = testWorker(api);
const client = await api.aClient();
const brokerId = client.broker.id;
afterAll(() => api.close());

async function exported(holderId: string, accept: string): Promise<string> {
  const answer = await fetch(`${api.url}/holders/${holderId}/export`, {
    headers: { 'X-API-Key': client.key, Accept: accept },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function use(lineId: string, recordId: string) {
  const usedAt = new Date();
  const records = [{ recordId, lineId, type: 'DATA', amount: 10, usedAt }] as const;
  expect(await recordUsage(api.db, { caller: aCallerOf(client.broker), records })).toMatchObject({ accepted: 1 });
}

describe('the exports of two holders of a line', () => {
  it('have nothing of the other', async () => {
    const line = await aLineWithProducts(api.db, [aProduct()], { brokerId });
    const name = (id: string, text: string, federalTaxId: string) =>
      api.db.prisma.holder.update({ where: { id }, data: { name: text, federalTaxId } });
    const [cpfOfFormer, cpfOfNext] = [aCpf(), aCpf()];
    await name(line.holderId, 'Maria Aparecida', cpfOfFormer);
    const next = await aHolder(api.db, { brokerId });
    await name(next.id, 'Teresa Quintana', cpfOfNext);
    const subscription = await aSubscription(api.db, 'ACTIVE', {
      brokerId,
      customerId: next.id,
      products: [aProduct()],
    });
    await use(line.id, 'used-by-maria');
    const body = { customerId: next.id, subscriptionId: subscription.id };
    const accepted = await client.call(changeLineHolderRoute, {
      params: { id: line.id },
      body,
      query: { reason: 'Teresa Quintana asked.' },
    });
    expect(accepted.status).toBe(202);
    const orderId = accepted.headers.get('Location')?.split('/').at(-1) ?? '';
    await worker.handleWakeUps();
    await use(line.id, 'used-by-teresa');
    for (const format of ['application/json', 'text/plain']) {
      const [ofFormer, ofNext] = [await exported(line.holderId, format), await exported(next.id, format)];
      expect(ofFormer).toContain('used-by-maria');
      expect(ofNext).toContain('used-by-teresa');
      for (const text of [next.id, 'Teresa', cpfOfNext, 'used-by-teresa', subscription.id])
        expect(ofFormer).not.toContain(text);
      expect(ofFormer).toContain(orderId);
      for (const text of [line.holderId, 'Aparecida', cpfOfFormer, 'used-by-maria', line.subscription.id])
        expect(ofNext).not.toContain(text);
    }
  });
});
