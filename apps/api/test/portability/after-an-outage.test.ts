import { cancelPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortOutFixture, type PortOutFixture } from './port-out-fixture.ts';

takesLong('much-work');

let fixture: PortOutFixture;
beforeAll(async () => {
  fixture = await openPortOutFixture();
});
afterAll(() => fixture.close());

/** More than one batch. */
const portInCount = 20;

/** No worker has run for a week. */
async function ageByAWeek(): Promise<void> {
  const times = ['window_from', 'due_at', 'created_at', 'updated_at'];
  const back = (columns: readonly string[]) =>
    columns.map((column) => `${column} = ${column} - interval '7 d'`).join(', ');
  await fixture.db.pool.query(`UPDATE port_in SET ${back([...times, 'window_until', 'submitted_at', 'accepted_at'])}`);
  await fixture.db.pool.query(`UPDATE port_out SET ${back(times)}`);
}

const listStatuses = async (table: 'port_in' | 'port_out', ids: readonly string[]) => {
  const { rows } = await fixture.db.pool.query(`SELECT DISTINCT status FROM ${table} WHERE id = ANY($1)`, [ids]);
  return rows.map(({ status }) => status);
};

describe('after a week without a worker', () => {
  it('each port-in and port-out ends once, past one that always fails, with two workers', async () => {
    const accepted = await fixture.aPortIn({ opensInMs: 3_600_000 });
    await fixture.runUntilAccepted(accepted.id);
    const [calledOff, stuck] = [await fixture.aPortIn({ opensInMs: 3_600_000 }), await fixture.aPortIn()];
    await fixture.client.call(cancelPortInRoute, { params: { id: calledOff.id } });
    await fixture.simulator.injectFault({ fault: 'error-before', match: { id: stuck.id }, times: 'always' });
    const requested = await Promise.all(Array.from({ length: portInCount }, () => fixture.aPortIn()));
    const portOuts = await Promise.all(
      [await fixture.aPortableLine(), await fixture.aPortableLine()].map(({ msisdn }) => fixture.aPortOut(msisdn)),
    );
    await ageByAWeek();

    const portInIds = requested.map(({ id }) => id);
    await waitUntil('all but one have ended', async () => {
      await Promise.all([fixture.runAll(), fixture.pollPartners()]);
      return (
        (await listStatuses('port_in', portInIds)).join() === 'ACTIVE' &&
        (
          await listStatuses(
            'port_out',
            portOuts.map(({ id }) => id),
          )
        ).join() === 'COMPLETED'
      );
    });
    expect(await listStatuses('port_in', [calledOff.id])).toEqual(['CANCELLED']);
    expect(await listStatuses('port_in', [stuck.id])).toEqual(['REQUESTED']);
    // The window at the clearing house counts.
    expect(await fixture.find(accepted.id)).toMatchObject({ status: 'PENDING', windowFrom: accepted.windowFrom });
    const { rows } = await fixture.db.pool.query(
      `SELECT count(*)::int AS lines, count(DISTINCT l.msisdn)::int AS numbers
       FROM orders o
       JOIN line l ON l.id = o.resource_id
       JOIN port_in p ON p.msisdn = l.msisdn
       WHERE p.id = ANY($1)`,
      [portInIds],
    );
    expect(rows).toEqual([{ lines: portInCount, numbers: portInCount }]);
    const confirmations = (await fixture.simulator.requestLog()).filter(
      ({ operation }) => operation === 'clearing-house.request' || operation === 'clearing-house.confirm',
    );
    expect(new Set(confirmations.map(({ operation, record }) => `${operation} ${record.id}`)).size).toBe(
      confirmations.length,
    );
  });

  it('the database is consistent', () => checkInvariants(fixture.db));
});
