import { endQuarantines } from '@linework/inventory/expiry/expire-due';
import {
  createReservationRoute,
  releaseReservationRoute,
} from '@linework/schemas/inventory/reservations/reservations.routes';
import { recallResourceRoute } from '@linework/schemas/inventory/resources.routes';
import { changeNumberRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { aHolder } from '@linework/testing/a-holder';
import type { TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortOutFixture, type PortOutFixture } from './port-out-fixture.ts';

let fixture: PortOutFixture;
beforeAll(async () => {
  fixture = await openPortOutFixture();
});
afterAll(() => fixture.close());

const findLine = async (id: string) => (await fixture.client.call(getLineRoute, { params: { id } })).body;
const findNumberStatus = async (id: string) =>
  (await fixture.db.pool.query('SELECT status FROM resource_state WHERE resource_id = $1', [id])).rows[0]?.status;

/** A port-out with a window far in the future, whose line gets another number in the meantime. */
async function aPortOutOfNumberChanged() {
  const line = await fixture.aPortableLine();
  const { id } = await fixture.aPortOut(line.msisdn, { windowFrom: new Date(Date.now() + 3_600_000).toISOString() });
  const { status } = await fixture.client.call(changeNumberRoute, {
    params: { id: line.id },
    body: { msisdn: { poolId: fixture.newNumbers.id } },
  });
  expect(status).toBe(202);
  await waitUntil('the number is changed', async () => {
    await fixture.worker.handleWakeUps();
    return (await fixture.db.prisma.line.count({ where: { id: line.id, msisdn: { not: line.msisdn } } })) === 1;
  });
  return { line, id };
}

/** Gives the number to the other line without waiting for the end of its quarantine. */
async function exchangeNumbers(other: TestLineWithResources, line: TestLineWithResources): Promise<void> {
  await fixture.db.pool.query("UPDATE resource SET external_code = 'aside' WHERE id = $1", [line.numberId]);
  await fixture.db.pool.query('UPDATE resource SET external_code = $2 WHERE id = $1', [other.numberId, line.msisdn]);
  await fixture.db.pool.query('UPDATE line SET msisdn = $2 WHERE id = $1', [other.id, line.msisdn]);
}

describe('a port-out whose line has another number by its window', () => {
  it('withdraws the number in quarantine, and leaves the line in service', async () => {
    const { line, id } = await aPortOutOfNumberChanged();
    await fixture.makeDue('port_out', id);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await findLine(line.id)).toMatchObject({ status: 'ACTIVE' });
    expect(await findNumberStatus(line.numberId)).toBe('decommissioned');
  });

  it('is an ERROR when another line has the number by then, and leaves both in service', async () => {
    const [{ line, id }, other] = [await aPortOutOfNumberChanged(), await fixture.aPortableLine()];
    await exchangeNumbers(other, line);
    await fixture.makeDue('port_out', id);
    const { reasonDetail } = await fixture.runPortOutUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(reasonDetail).toBe('Another line has this number by now.');
    expect([await findLine(line.id), await findLine(other.id)]).toMatchObject([
      { status: 'ACTIVE' },
      { status: 'ACTIVE' },
    ]);
  });

  it('waits while the number is reserved, and withdraws it when it is available again', async () => {
    const { line, id } = await aPortOutOfNumberChanged();
    await fixture.db.pool.query('UPDATE resource_state SET quarantine_ends_at = now() WHERE resource_id = $1', [
      line.numberId,
    ]);
    await endQuarantines(fixture.db);
    const reserved = await fixture.client.call(createReservationRoute, { body: { resourceIds: [line.numberId] } });
    if (reserved.status !== 201) throw new Error(`the reservation returned ${reserved.status}`);
    await fixture.makeDue('port_out', id);
    const waits = await fixture.runPortOutUntil(id, 'waits', ({ reasonDetail }) => reasonDetail !== undefined);
    expect(waits).toMatchObject({ status: 'PENDING', reasonDetail: 'The number is reserved by someone else.' });
    expect(await fixture.simulator.requestLog({ key: `${id}:confirm` })).toEqual([]);
    await fixture.client.call(releaseReservationRoute, { params: { id: reserved.body.id } });
    await fixture.makeDue('port_out', id);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await findNumberStatus(line.numberId)).toBe('decommissioned');
  });

  it('withdraws a number that was returned to its holder without a line', async () => {
    const { line, id } = await aPortOutOfNumberChanged();
    expect((await fixture.client.call(recallResourceRoute, { params: { id: line.numberId } })).status).toBe(200);
    await fixture.makeDue('port_out', id);
    await fixture.runPortOutUntil(id, 'is COMPLETED', ({ status }) => status === 'COMPLETED');

    expect(await findNumberStatus(line.numberId)).toBe('decommissioned');
  });

  it('is an ERROR when another holder has the number, and leaves it there', async () => {
    const { line, id } = await aPortOutOfNumberChanged();
    const { id: holderId } = await aHolder(fixture.db, { brokerId: fixture.client.broker.id });
    await fixture.client.call(recallResourceRoute, { params: { id: line.numberId } });
    await fixture.db.pool.query('UPDATE allocation SET holder_id = $2 WHERE resource_id = $1 AND held_to IS NULL', [
      line.numberId,
      holderId,
    ]);
    await fixture.makeDue('port_out', id);
    const { reasonDetail } = await fixture.runPortOutUntil(id, 'is over', ({ endedAt }) => endedAt !== undefined);

    expect(reasonDetail).toBe('Another holder has this number by now.');
    expect(await findNumberStatus(line.numberId)).toBe('active');
    expect(await fixture.simulator.requestLog({ key: `${id}:confirm` })).toEqual([]);
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});
