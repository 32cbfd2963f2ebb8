import { createPortInRoute, listPortInsRoute } from '@linework/schemas/portability/port-ins.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLineWithStatus } from './a-line-with-status.ts';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterAll(() => fixture.close());

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Returns the response to a valid body with these changes. */
async function createWith(changes: object) {
  const { status, body } = await fixture.client.call(createPortInRoute, {
    body: { ...(await fixture.aPortInBody()), ...changes } as never,
  });
  return { status, body };
}

describe('requesting a port-in', () => {
  it('returns it without the tax id, and with its address, before it is submitted to the clearing house', async () => {
    const body = { ...(await fixture.aPortInBody()), federalTaxId: '529.982.247-25', metadata: { campaign: 'spring' } };
    const { headers, ...response } = await fixture.client.call(createPortInRoute, { body });

    expect(response).toMatchObject({
      status: 202,
      body: {
        status: 'REQUESTED',
        brokerId: fixture.client.broker.id,
        msisdn: body.msisdn,
        metadata: { campaign: 'spring' },
      },
    });
    expect(headers.get('Location')).toBe(`/portability/port-ins/${(response.body as { id: string }).id}`);
    expect(JSON.stringify(response.body)).not.toContain('52998224725');
  });

  it.each([
    ['a number of another country', { msisdn: '+351912345678' }],
    ['a landline', { msisdn: '+551132345678' }],
    ['a tax id that does not fit the holder', { federalTaxId: '12.ABC.345/01DE-35' }],
  ])('is rejected as WRONG_DATA for %s', async (_, different) => {
    expect(await createWith(different)).toMatchObject({
      status: 422,
      body: { type: expect.stringMatching(/portability-rejected$/), reasonCode: 'WRONG_DATA' },
    });
  });

  it('is rejected as NUMBER_UNAVAILABLE for a number of a line of Linework', async () => {
    const { msisdn } = await aLineWithStatus(fixture, 'ACTIVE');
    const otherNumber = `+5511988${msisdn.slice(-6)}`;
    await fixture.db.pool.query('UPDATE resource SET external_code = $2 WHERE external_code = $1', [
      msisdn,
      otherNumber,
    ]);

    expect(await createWith({ msisdn: otherNumber })).toMatchObject({
      status: 422,
      body: { reasonCode: 'NUMBER_UNAVAILABLE' },
    });
  });

  it('is rejected as NUMBER_UNAVAILABLE for a number of a line that is older than the inventory', async () => {
    const { msisdn } = await aLine(fixture.db, 'ACTIVE', { msisdn: '+5511988887777' });
    expect(await createWith({ msisdn })).toMatchObject({ status: 422, body: { reasonCode: 'NUMBER_UNAVAILABLE' } });
  });

  it.each([
    ['begins in the past', { windowFrom: daysFromNow(-1), windowUntil: daysFromNow(1) }, '/windowFrom'],
    ['begins more than 30 days ahead', { windowFrom: daysFromNow(31), windowUntil: daysFromNow(32) }, '/windowFrom'],
    ['ends before it begins', { windowFrom: daysFromNow(2), windowUntil: daysFromNow(1) }, '/windowUntil'],
  ])('is rejected with a window that %s', async (_, window, pointer) => {
    expect(await createWith(window)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('is rejected with both a line and a SIM, and with neither', async () => {
    const { id: lineId } = await aLineWithStatus(fixture, 'ACTIVE');
    expect(await createWith({ lineId })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/sim' }] } });
    expect(await createWith({ sim: undefined })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/sim' }] },
    });
  });

  it('reports every error at once', async () => {
    const response = await createWith({
      donor: '',
      sim: undefined,
      activate: 'no',
      windowFrom: daysFromNow(2),
      windowUntil: daysFromNow(1),
    });
    expect(response).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/donor' }, { pointer: '/activate' }, { pointer: '/sim' }, { pointer: '/windowUntil' }],
      },
    });
  });

  it("is rejected with another holder's line, and with another broker's pool, SIMs or holder", async () => {
    const line = await aLineWithStatus(fixture, 'ACTIVE');
    const [numbers, sims, sameBrokersNumbers] = [
      await aPool(fixture.db),
      await aPool(fixture.db, { type: 'SIM', count: 1 }),
      fixture.numbers,
    ];
    const otherHolder = await aHolder(fixture.db, { brokerId: numbers.brokerId });
    const rejectedChanges = [
      { lineId: line.id, sim: undefined },
      { poolId: numbers.id },
      { poolId: fixture.sims.id },
      { sim: { poolId: sims.id } },
      { sim: { resourceId: sims.resourceIds[0] } },
      { sim: { poolId: sameBrokersNumbers.id } },
      { customerId: otherHolder.id },
    ];
    for (const different of rejectedChanges)
      expect(await createWith(different)).toMatchObject({
        status: 422,
        body: { code: expect.stringMatching(/^unknown-/) },
      });
  });

  it('is rejected for a line whose number cannot change', async () => {
    const line = await aLine(fixture.db, 'STAND_BY', { brokerId: fixture.client.broker.id });
    const response = await createWith({ lineId: line.id, customerId: line.holderId, sim: undefined });
    expect(response).toMatchObject({ status: 409, body: { currentStatus: 'STAND_BY', requested: 'change-number' } });
  });

  it('succeeds for one of sixteen concurrent requests, and the others get its id', async () => {
    const body = await fixture.aPortInBody({ opensInMs: dayMs });
    const responses = await Promise.all(
      Array.from({ length: 16 }, () => fixture.client.call(createPortInRoute, { body })),
    );
    const [created, ...others] = responses.toSorted((a, b) => a.status - b.status);

    expect(created?.status).toBe(202);
    const id = (created?.body as { readonly id?: string } | undefined)?.id;
    expect(
      others.map(({ status, body }) => [
        status,
        (body as { reasonCode?: string }).reasonCode,
        (body as { portInId?: string }).portInId,
      ]),
    ).toEqual(others.map(() => [422, 'REQUEST_RUNNING', id]));
  });

  it('succeeds for one of sixteen with the same SIM, in any notation, and the others get its id', async () => {
    const { resourceIds } = await aPool(fixture.db, { brokerId: fixture.client.broker.id, type: 'SIM', count: 1 });
    const [resourceId = ''] = resourceIds;
    const sims = Array.from({ length: 16 }, (_, at) => ({
      sim: { resourceId: at % 2 === 0 ? resourceId : resourceId.toUpperCase() },
    }));
    const responses = await Promise.all(sims.map(createWith));
    const [created, ...others] = responses.toSorted((a, b) => a.status - b.status);

    expect(created?.status).toBe(202);
    const portInId = (created?.body as { readonly id?: string } | undefined)?.id;
    expect(others).toEqual(
      others.map(() =>
        expect.objectContaining({ status: 409, body: expect.objectContaining({ code: 'sim-taken', portInId }) }),
      ),
    );
  });

  it('may name the SIM of a port-in that has ended', async () => {
    const { resourceIds } = await aPool(fixture.db, { brokerId: fixture.client.broker.id, type: 'SIM', count: 1 });
    const sim = { resourceId: resourceIds[0] };
    const { body } = await createWith({ sim });
    const { id } = body as { readonly id: string };
    await fixture.db.pool.query("UPDATE port_in SET status = 'ERROR', ended_at = now(), due_at = NULL WHERE id = $1", [
      id,
    ]);

    expect(await createWith({ sim })).toMatchObject({ status: 202 });
  });

  it("does not reveal the other port-in when it is another broker's", async () => {
    const body = await fixture.aPortInBody();
    await aPortIn(fixture.db, 'CONFLICT', { msisdn: body.msisdn });
    const response = await fixture.client.call(createPortInRoute, { body });

    expect(response).toMatchObject({ status: 422, body: { reasonCode: 'REQUEST_RUNNING' } });
    expect(response.body).not.toHaveProperty('portInId');
  });

  it('is possible again once the previous one has ended, and lists both', async () => {
    const body = await fixture.aPortInBody();
    await aPortIn(fixture.db, 'ERROR', { msisdn: body.msisdn, brokerId: fixture.client.broker.id });
    const { status } = await fixture.client.call(createPortInRoute, { body });
    const listed = await fixture.client.call(listPortInsRoute, { query: { msisdn: body.msisdn } });

    expect(status).toBe(202);
    expect(listed.body).toMatchObject({ items: [{ status: 'REQUESTED' }, { status: 'ERROR' }], meta: { total: 2 } });
  });
});
