import { createPortInRoute } from '@linework/schemas/portability/create-port-in.route';
import { listPortInsRoute } from '@linework/schemas/portability/list-port-ins.route';
import { aHolder } from '@linework/testing/a-holder';
import { aLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLineOfTheDesk } from './a-line-of-the-desk.ts';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterAll(() => desk.close());

const dayMs = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** What a body that differs from a good one in this is answered. */
async function askedWith(different: object) {
  const { status, body } = await desk.client.call(createPortInRoute, { body: { ...(await desk.aPortInBody()), ...different } as never });
  return { status, body };
}

describe('asking for a port-in', () => {
  it('answers what is to be put before the clearing house, without the tax id, and says where it is', async () => {
    const body = { ...(await desk.aPortInBody()), federalTaxId: '529.982.247-25', metadata: { campaign: 'spring' } };
    const { headers, ...answer } = await desk.client.call(createPortInRoute, { body });

    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'REQUESTED', brokerId: desk.client.broker.id, msisdn: body.msisdn, metadata: { campaign: 'spring' } },
    });
    expect(headers.get('Location')).toBe(`/portability/port-ins/${(answer.body as { id: string }).id}`);
    expect(JSON.stringify(answer.body)).not.toContain('52998224725');
  });

  it.each([
    ['a number of another country', { msisdn: '+351912345678' }],
    ['a landline', { msisdn: '+551132345678' }],
    ['a tax id of the other kind than the holder has', { federalTaxId: '12.ABC.345/01DE-35' }],
  ])('is rejected as WRONG_DATA for %s', async (_, different) => {
    expect(await askedWith(different)).toMatchObject({ status: 422, body: { type: expect.stringMatching(/portability-rejected$/), reasonCode: 'WRONG_DATA' } });
  });

  it('is rejected as NUMBER_UNAVAILABLE for a number that a line here has', async () => {
    const { msisdn } = await aLineOfTheDesk(desk, 'ACTIVE');
    const spare = `+5511988${msisdn.slice(-6)}`;
    await desk.db.pool.query('UPDATE resource SET external_code = $2 WHERE external_code = $1', [msisdn, spare]);

    expect(await askedWith({ msisdn: spare })).toMatchObject({ status: 422, body: { reasonCode: 'NUMBER_UNAVAILABLE' } });
  });

  it('is rejected as NUMBER_UNAVAILABLE for a number of a line that is older than the inventory', async () => {
    const { msisdn } = await aLine(desk.db, 'ACTIVE', { msisdn: '+5511988887777' });
    expect(await askedWith({ msisdn })).toMatchObject({ status: 422, body: { reasonCode: 'NUMBER_UNAVAILABLE' } });
  });

  it.each([
    ['begins in the past', { windowFrom: at(-1), windowUntil: at(1) }, '/windowFrom'],
    ['begins more than 30 days ahead', { windowFrom: at(31), windowUntil: at(32) }, '/windowFrom'],
    ['ends before it begins', { windowFrom: at(2), windowUntil: at(1) }, '/windowUntil'],
  ])('is refused with a window that %s', async (_, window, pointer) => {
    expect(await askedWith(window)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  it('is refused with both a line and a SIM, and with neither', async () => {
    const { id: lineId } = await aLineOfTheDesk(desk, 'ACTIVE');
    expect(await askedWith({ lineId })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/sim' }] } });
    expect(await askedWith({ sim: undefined })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/sim' }] } });
  });

  it('names every fault at once', async () => {
    const answer = await askedWith({ donor: '', sim: undefined, activate: 'no', windowFrom: at(2), windowUntil: at(1) });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/donor' }, { pointer: '/activate' }, { pointer: '/sim' }, { pointer: '/windowUntil' }] },
    });
  });

  it("is refused with another holder's line, and with another broker's pool, SIMs or holder", async () => {
    const line = await aLineOfTheDesk(desk, 'ACTIVE');
    const [numbers, sims, sameBrokersNumbers] = [await aPool(desk.db), await aPool(desk.db, { type: 'SIM', count: 1 }), desk.numbers];
    const stranger = await aHolder(desk.db, { brokerId: numbers.brokerId });
    const refused = [
      { lineId: line.id, sim: undefined },
      { poolId: numbers.id },
      { poolId: desk.sims.id },
      { sim: { poolId: sims.id } },
      { sim: { resourceId: sims.resourceIds[0] } },
      { sim: { poolId: sameBrokersNumbers.id } },
      { customerId: stranger.id },
    ];
    for (const different of refused) expect(await askedWith(different)).toMatchObject({ status: 422, body: { code: expect.stringMatching(/^unknown-/) } });
  });

  it('is refused for a line whose number cannot change', async () => {
    const line = await aLine(desk.db, 'STAND_BY', { brokerId: desk.client.broker.id });
    const answer = await askedWith({ lineId: line.id, customerId: line.holderId, sim: undefined });
    expect(answer).toMatchObject({ status: 409, body: { currentStatus: 'STAND_BY', requested: 'change-number' } });
  });

  it('lets one of sixteen at once through, and tells the others which', async () => {
    const body = await desk.aPortInBody({ opensInMs: dayMs });
    const answers = await Promise.all(Array.from({ length: 16 }, () => desk.client.call(createPortInRoute, { body })));
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);

    expect(made?.status).toBe(202);
    const id = (made?.body as { readonly id?: string } | undefined)?.id;
    expect(others.map(({ status, body }) => [status, (body as { reasonCode?: string }).reasonCode, (body as { portInId?: string }).portInId])).toEqual(
      others.map(() => [422, 'REQUEST_RUNNING', id]),
    );
  });

  it('lets one of sixteen with the same SIM through, however it is written, and tells the others which', async () => {
    const { resourceIds } = await aPool(desk.db, { brokerId: desk.client.broker.id, type: 'SIM', count: 1 });
    const [resourceId = ''] = resourceIds;
    const sims = Array.from({ length: 16 }, (_, at) => ({ sim: { resourceId: at % 2 === 0 ? resourceId : resourceId.toUpperCase() } }));
    const answers = await Promise.all(sims.map(askedWith));
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);

    expect(made?.status).toBe(202);
    const portInId = (made?.body as { readonly id?: string } | undefined)?.id;
    expect(others).toEqual(others.map(() => expect.objectContaining({ status: 409, body: expect.objectContaining({ code: 'sim-taken', portInId }) })));
  });

  it('may name the SIM of a port-in that is over', async () => {
    const { resourceIds } = await aPool(desk.db, { brokerId: desk.client.broker.id, type: 'SIM', count: 1 });
    const sim = { resourceId: resourceIds[0] };
    const { body } = await askedWith({ sim });
    const { id } = body as { readonly id: string };
    await desk.db.pool.query("UPDATE port_in SET status = 'ERROR', ended_at = now(), due_at = NULL WHERE id = $1", [id]);

    expect(await askedWith({ sim })).toMatchObject({ status: 202 });
  });

  it("does not tell which it is where that is another broker's", async () => {
    const body = await desk.aPortInBody();
    await aPortIn(desk.db, 'CONFLICT', { msisdn: body.msisdn });
    const answer = await desk.client.call(createPortInRoute, { body });

    expect(answer).toMatchObject({ status: 422, body: { reasonCode: 'REQUEST_RUNNING' } });
    expect(answer.body).not.toHaveProperty('portInId');
  });

  it('is possible again once the one before is over, and lists both', async () => {
    const body = await desk.aPortInBody();
    await aPortIn(desk.db, 'ERROR', { msisdn: body.msisdn, brokerId: desk.client.broker.id });
    const { status } = await desk.client.call(createPortInRoute, { body });
    const listed = await desk.client.call(listPortInsRoute, { query: { msisdn: body.msisdn } });

    expect(status).toBe(202);
    expect(listed.body).toMatchObject({ items: [{ status: 'REQUESTED' }, { status: 'ERROR' }], meta: { total: 2 } });
  });
});
