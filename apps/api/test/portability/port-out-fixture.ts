import type { PortOut } from '@linework/schemas/portability/port-out';
import { createPortOutRoute, getPortOutRoute } from '@linework/schemas/portability/port-outs.routes';
import type { TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { aLineWithStatus } from './a-line-with-status.ts';
import { openPortabilityFixture } from './portability-fixture.ts';

const getPastTime = () => new Date(Date.now() - 1_000).toISOString();

/** The fixture for port-outs. */
export async function openPortOutFixture() {
  const fixture = await openPortabilityFixture();
  const { client, db } = fixture;
  const newNumbers = await aPool(db, { brokerId: client.broker.id, count: 20 });
  let lineCount = 0;

  async function findPortOut(id: string): Promise<PortOut> {
    const found = await client.call(getPortOutRoute, { params: { id } });
    return found.body as PortOut;
  }

  return {
    ...fixture,
    newNumbers,
    findPortOut,
    /** An active line with a valid number: the numbers in the pools of tests are not in the numbering plan. */
    async aPortableLine(): Promise<TestLineWithResources> {
      const line = await aLineWithStatus(fixture, 'ACTIVE');
      lineCount += 1;
      const msisdn = `+55119770${String(lineCount).padStart(5, '0')}`;
      await db.pool.query('UPDATE resource SET external_code = $2 WHERE id = $1', [line.numberId, msisdn]);
      await db.pool.query('UPDATE line SET msisdn = $2 WHERE id = $1', [line.id, msisdn]);
      return { ...line, msisdn };
    },
    async aPortOut(
      msisdn: string,
      more: { readonly ticket?: string; readonly windowFrom?: string } = {},
    ): Promise<PortOut> {
      const response = await client.call(createPortOutRoute, {
        body: { ticket: `T${msisdn}`, msisdn, recipient: '55341', windowFrom: getPastTime(), ...more },
      });
      if (response.status !== 202)
        throw new Error(`the port-out returned ${response.status}: ${JSON.stringify(response.body)}`);
      return response.body;
    },
    async runPortOutUntil(
      id: string,
      what: string,
      isReached: (portOut: PortOut) => boolean,
      step = fixture.runAll,
    ): Promise<PortOut> {
      let last = await findPortOut(id);
      await waitUntil(`a port-out ${what}`, async () => {
        await step();
        last = await findPortOut(id);
        return isReached(last);
      });
      return last;
    },
  };
}

export type PortOutFixture = Awaited<ReturnType<typeof openPortOutFixture>>;
