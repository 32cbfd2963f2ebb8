import { createPortOutRoute } from '@linework/schemas/portability/create-port-out.route';
import { getPortOutRoute } from '@linework/schemas/portability/get-port-out.route';
import type { PortOut } from '@linework/schemas/portability/port-out';
import type { TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { until } from '@linework/testing/processes/until';
import { aLineOfTheDesk } from './a-line-of-the-desk.ts';
import { openPortabilityDesk } from './portability-desk.ts';

const past = () => new Date(Date.now() - 1_000).toISOString();

/** The desk, for numbers that leave. */
export async function openPortOutDesk() {
  const desk = await openPortabilityDesk();
  const { client, db } = desk;
  const numbersToGive = await aPool(db, { brokerId: client.broker.id, count: 20 });
  let linesMade = 0;

  async function findPortOut(id: string): Promise<PortOut> {
    const found = await client.call(getPortOutRoute, { params: { id } });
    return found.body as PortOut;
  }

  return {
    ...desk,
    numbersToGive,
    findPortOut,
    /** An active line whose number is one that there may be: numbers that pools of tests are filled with are of no numbering plan. */
    async aLeavingLine(): Promise<TestLineWithResources> {
      const line = await aLineOfTheDesk(desk, 'ACTIVE');
      linesMade += 1;
      const msisdn = `+55119770${String(linesMade).padStart(5, '0')}`;
      await db.pool.query('UPDATE resource SET external_code = $2 WHERE id = $1', [line.numberId, msisdn]);
      await db.pool.query('UPDATE line SET msisdn = $2 WHERE id = $1', [line.id, msisdn]);
      return { ...line, msisdn };
    },
    async aPortOut(msisdn: string, more: { readonly ticket?: string; readonly windowFrom?: string } = {}): Promise<PortOut> {
      const answer = await client.call(createPortOutRoute, { body: { ticket: `T${msisdn}`, msisdn, recipient: '55341', windowFrom: past(), ...more } });
      if (answer.status !== 202) throw new Error(`a port-out was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async workPortOutUntil(id: string, what: string, isSo: (portOut: PortOut) => boolean, step = desk.work): Promise<PortOut> {
      let last = await findPortOut(id);
      await until(`a port-out ${what}`, async () => {
        await step();
        last = await findPortOut(id);
        return isSo(last);
      });
      return last;
    },
  };
}

export type PortOutDesk = Awaited<ReturnType<typeof openPortOutDesk>>;
