import { cancelPortInRoute } from '@linework/schemas/portability/cancel-port-in.route';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortOutDesk, type PortOutDesk } from './port-out-desk.ts';

let desk: PortOutDesk;
beforeAll(async () => {
  desk = await openPortOutDesk();
});
afterAll(() => desk.close());

/** More than are taken at once. */
const askedFor = 20;

/** Nobody has looked for a week. */
async function letAWeekPass(): Promise<void> {
  const times = ['window_from', 'due_at', 'created_at', 'updated_at'];
  const back = (columns: readonly string[]) => columns.map((column) => `${column} = ${column} - interval '7 d'`).join(', ');
  await desk.db.pool.query(`UPDATE port_in SET ${back([...times, 'window_until', 'asked_at', 'accepted_at'])}`);
  await desk.db.pool.query(`UPDATE port_out SET ${back(times)}`);
}

const statusesOf = async (table: 'port_in' | 'port_out', ids: readonly string[]) => {
  const { rows } = await desk.db.pool.query(`SELECT DISTINCT status FROM ${table} WHERE id = ANY($1)`, [ids]);
  return rows.map(({ status }) => status);
};

describe('after a week in which nobody looked', () => {
  it('each port-in and port-out comes to its end once, past one that never gets on, with two workers at it', async () => {
    const accepted = await desk.aPortIn({ opensInMs: 3_600_000 });
    await desk.workUntilAccepted(accepted.id);
    const [calledOff, stuck] = [await desk.aPortIn({ opensInMs: 3_600_000 }), await desk.aPortIn()];
    await desk.client.call(cancelPortInRoute, { params: { id: calledOff.id } });
    await desk.simulator.orderFault({ fault: 'error-before', match: { id: stuck.id }, times: 'always' });
    const asked = await Promise.all(Array.from({ length: askedFor }, () => desk.aPortIn()));
    const leaving = await Promise.all([await desk.aLeavingLine(), await desk.aLeavingLine()].map(({ msisdn }) => desk.aPortOut(msisdn)));
    await letAWeekPass();

    const cameIn = asked.map(({ id }) => id);
    await until('all but one are at their end', async () => {
      await Promise.all([desk.work(), desk.ask()]);
      return (
        (await statusesOf('port_in', cameIn)).join() === 'ACTIVE' &&
        (
          await statusesOf(
            'port_out',
            leaving.map(({ id }) => id),
          )
        ).join() === 'COMPLETED'
      );
    });
    expect(await statusesOf('port_in', [calledOff.id])).toEqual(['CANCELLED']);
    expect(await statusesOf('port_in', [stuck.id])).toEqual(['REQUESTED']);
    // What the clearing house says of the window is what counts.
    expect(await desk.find(accepted.id)).toMatchObject({ status: 'PENDING', windowFrom: accepted.windowFrom });
    const { rows } = await desk.db.pool.query(
      'SELECT count(*)::int AS lines, count(DISTINCT l.msisdn)::int AS numbers FROM orders o JOIN line l ON l.id = o.resource_id JOIN port_in p ON p.msisdn = l.msisdn WHERE p.id = ANY($1)',
      [cameIn],
    );
    expect(rows).toEqual([{ lines: askedFor, numbers: askedFor }]);
    const told = (await desk.simulator.ledger()).filter(({ operation }) => operation === 'clearing-house.request' || operation === 'clearing-house.confirm');
    expect(new Set(told.map(({ operation, record }) => `${operation} ${record.id}`)).size).toBe(told.length);
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});
