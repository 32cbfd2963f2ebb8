import { randomUUID } from 'node:crypto';
import { erasePerson } from '@linework/holders/erase-person';
import { deleteReleasedRecords } from '@linework/holders/legal-holds';
import { listAuditRoute } from '@linework/schemas/audit/audit.routes';
import { anonymiseHolderRoute } from '@linework/schemas/holders/holders.routes';
import type { LegalHold } from '@linework/schemas/legal-holds/legal-hold';
import {
  getLegalHoldRoute,
  liftLegalHoldRoute,
  listLegalHoldsRoute,
  placeLegalHoldRoute,
} from '@linework/schemas/legal-holds/legal-holds.routes';
import { aHolder } from '@linework/testing/a-holder';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestClient } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const reason = 'Process 0001234-56.2026.8.26.0100';

async function aBrokerWithAHolder() {
  const client = await api.aClient();
  const { id: brokerId } = client.broker;
  const { id: customerId } = await aHolder(api.db, { brokerId });
  return { client, brokerId, customerId };
}

async function place(
  by: TestClient,
  on: { readonly customerId: string } | { readonly brokerId: string },
): Promise<LegalHold> {
  const { status, body } = await by.call(placeLegalHoldRoute, { body: { ...on, reason } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const anonymise = (by: TestClient, id: string) => by.call(anonymiseHolderRoute, { params: { id } });
const lift = (by: TestClient, id: string) =>
  by.call(liftLegalHoldRoute, { params: { id }, body: { reason: 'The court has closed the process.' } });

describe('a legal hold', () => {
  it('prevents the erasure of its holder, which works after the lift', async () => {
    const { client, brokerId, customerId } = await aBrokerWithAHolder();
    const hold = await place(operator, { customerId });
    expect(hold).toMatchObject({ brokerId, customerId, reason, placedBy: 'operator', keyId: operator.keyId });
    expect(hold).not.toHaveProperty('liftedAt');
    for (const by of [client, operator])
      expect(await anonymise(by, customerId)).toMatchObject({
        status: 409,
        body: { code: 'under-legal-hold', legalHoldIds: [hold.id] },
      });
    expect(await lift(operator, hold.id)).toMatchObject({
      status: 200,
      body: { id: hold.id, liftedById: operator.keyId, liftReason: 'The court has closed the process.' },
    });
    expect(await anonymise(client, customerId)).toMatchObject({ status: 200, body: { name: 'Anonymised' } });
  });

  it('of a broker is on all its holders and on no other', async () => {
    const [held, other] = [await aBrokerWithAHolder(), await aBrokerWithAHolder()];
    const hold = await place(operator, { brokerId: held.brokerId });
    expect(hold).not.toHaveProperty('customerId');
    expect(await anonymise(held.client, held.customerId)).toMatchObject({ body: { legalHoldIds: [hold.id] } });
    expect(await anonymise(other.client, other.customerId)).toMatchObject({ status: 200 });
  });

  it('is one of several, and all of them are lifted before the erasure', async () => {
    const { client, brokerId, customerId } = await aBrokerWithAHolder();
    const holds = [await place(client, { customerId }), await place(client, { brokerId })];
    const ids = holds.map(({ id }) => id);
    expect(await anonymise(client, customerId)).toMatchObject({ status: 409, body: { legalHoldIds: ids } });
    await lift(client, ids[0] ?? '');
    expect(await anonymise(client, customerId)).toMatchObject({ status: 409, body: { legalHoldIds: [ids[1]] } });
    await lift(client, ids[1] ?? '');
    expect(await anonymise(client, customerId)).toMatchObject({ status: 200 });
  });

  it('is lifted once, and by an operator if an operator has placed it', async () => {
    const { client, customerId } = await aBrokerWithAHolder();
    const [ofOperator, ofBroker] = [await place(operator, { customerId }), await place(client, { customerId })];
    expect(ofBroker).toMatchObject({ placedBy: 'broker', createdBy: { type: 'key', keyId: client.keyId } });
    expect(await lift(client, ofOperator.id)).toMatchObject({ status: 403, body: { code: 'legal-hold-of-operator' } });
    expect(await lift(operator, ofBroker.id)).toMatchObject({ status: 200 });
    expect(await lift(operator, ofBroker.id)).toMatchObject({ status: 409, body: { code: 'legal-hold-lifted' } });
  });

  it('is listed and shown to its broker and to operators, and is 404 for another broker', async () => {
    const { client, brokerId, customerId } = await aBrokerWithAHolder();
    const [lifted, open] = [await place(operator, { customerId }), await place(client, { brokerId })];
    await lift(operator, lifted.id);
    const list = async (by: TestClient, query: object) =>
      ((await by.call(listLegalHoldsRoute, { query })).body as { items: readonly LegalHold[] }).items.map(
        ({ id }) => id,
      );
    expect(await list(client, {})).toEqual([open.id, lifted.id]);
    expect(await list(client, { lifted: 'false' })).toEqual([open.id]);
    expect(await list(operator, { customerId })).toEqual([lifted.id]);
    expect(await list(operator, { brokerId, lifted: 'true' })).toEqual([lifted.id]);
    // A broker reads that an operator did it, not who.
    expect((await client.call(getLegalHoldRoute, { params: { id: lifted.id } })).body).toMatchObject({
      createdBy: { type: 'operator' },
      liftedBy: { type: 'operator' },
    });
    const other = await aBrokerWithAHolder();
    expect(await list(other.client, {})).toEqual([]);
    expect(await other.client.call(getLegalHoldRoute, { params: { id: open.id } })).toMatchObject({ status: 404 });
    expect(await lift(other.client, open.id)).toMatchObject({ status: 404 });
    expect(await anonymise(other.client, customerId)).toMatchObject({ status: 404 });
  });

  it('is on one holder or one broker of the caller', async () => {
    const [{ client, brokerId, customerId }, other] = [await aBrokerWithAHolder(), await aBrokerWithAHolder()];
    const send = async (by: TestClient, body: object) => {
      const response = await by.call(placeLegalHoldRoute, { body: { reason, ...body } as never });
      return [response.status, (response.body as unknown as { code: string }).code];
    };
    expect(await send(client, {})).toEqual([400, 'validation-error']);
    expect(await send(client, { customerId, brokerId })).toEqual([400, 'validation-error']);
    expect(await send(client, { customerId: other.customerId })).toEqual([422, 'unknown-holder']);
    expect(await send(client, { brokerId: other.brokerId })).toEqual([403, 'other-broker']);
    expect(await send(operator, { brokerId: randomUUID() })).toEqual([422, 'unknown-broker']);
    await anonymise(client, customerId);
    expect(await send(client, { customerId })).toEqual([422, 'holder-anonymised']);
  });

  it('is for those who have its scopes', async () => {
    const { client, brokerId } = await aBrokerWithAHolder();
    const agent = await api.aClient({ broker: client.broker, scopes: ['holders:read', 'holders:write'] });
    expect(await agent.call(placeLegalHoldRoute, { body: { brokerId, reason } })).toMatchObject({
      status: 403,
      body: { code: 'missing-scope', scope: 'legal-holds:write' },
    });
    expect(await agent.call(listLegalHoldsRoute, {})).toMatchObject({ status: 403 });
  });

  it('is in the audit with its reasons when it is placed and when it is lifted', async () => {
    const { client, customerId } = await aBrokerWithAHolder();
    const { id } = await place(client, { customerId });
    await lift(client, id);
    const { body } = await client.call(listAuditRoute, { query: { recordId: id } });
    expect((body as { items: readonly object[] }).items).toMatchObject([
      { type: 'legal_hold.lifted', details: { reason: 'The court has closed the process.', customerId } },
      { type: 'legal_hold.placed', details: { reason, customerId } },
    ]);
  });
});

describe('the database', () => {
  it('erases and deletes no holder under a hold', async () => {
    const { client, customerId } = await aBrokerWithAHolder();
    await place(client, { customerId });
    const run = (sql: string) => api.db.pool.query(sql, [customerId]);
    await expect(run('UPDATE holder SET anonymised_at = now() WHERE id = $1')).rejects.toMatchObject({
      constraint: 'held_holders_stay',
    });
    await expect(run('DELETE FROM holder WHERE id = $1')).rejects.toMatchObject({ constraint: 'held_holders_stay' });
    await run("UPDATE holder SET name = 'Corrected' WHERE id = $1");
    const other = await aBrokerWithAHolder();
    const hold = { brokerId: other.brokerId, customerId, reason, placedBy: 'broker', keyId: randomUUID() };
    await expect(api.db.prisma.legalHold.create({ data: { id: randomUUID(), ...hold } })).rejects.toThrow('no holder');
  });

  it('changes no hold but by its lift', async () => {
    const { client, customerId } = await aBrokerWithAHolder();
    const { id } = await place(client, { customerId });
    const run = (sql: string) => api.db.pool.query(sql, [id]);
    const stays = { constraint: 'legal_holds_stay' };
    await expect(run('DELETE FROM legal_hold WHERE id = $1')).rejects.toMatchObject(stays);
    await expect(run("UPDATE legal_hold SET reason = '' WHERE id = $1")).rejects.toMatchObject(stays);
    await expect(run('UPDATE legal_hold SET customer_id = NULL WHERE id = $1')).rejects.toMatchObject(stays);
    await expect(run('UPDATE legal_hold SET lifted_at = now() WHERE id = $1')).rejects.toMatchObject({
      constraint: 'legal_hold_is_lifted_by_somebody',
    });
    await lift(client, id);
    await expect(
      run('UPDATE legal_hold SET lifted_at = NULL, lifted_by_id = NULL, lift_reason = NULL WHERE id = $1'),
    ).rejects.toMatchObject(stays);
  });

  it('lets a hold wait for an erasure that has begun', async () => {
    const { client, brokerId, customerId } = await aBrokerWithAHolder();
    const { placing } = await api.db.transaction(async (tx) => {
      await erasePerson(tx, customerId);
      const hold = place(client, { brokerId });
      await waitUntil('the hold waits', async () => (await countWaitingSessions(api.db)) > 0);
      return { placing: hold };
    });
    expect(await placing).toMatchObject({ brokerId });
    expect(await anonymise(client, customerId)).toMatchObject({ body: { code: 'already-anonymised' } });
  });

  it('keeps held records until no hold is on them', async () => {
    const [{ client, brokerId, customerId }, other] = [await aBrokerWithAHolder(), await aBrokerWithAHolder()];
    const holds = [await place(client, { customerId }), await place(client, { brokerId })];
    await place(other.client, { brokerId: other.brokerId });
    const keep = (owner: string, recordId: string) =>
      api.db.prisma.heldRecord.create({ data: { tableName: 'usage_record', brokerId: owner, recordId, content: {} } });
    await keep(brokerId, customerId);
    await keep(brokerId, randomUUID());
    await keep(other.brokerId, other.customerId);
    const left = () => api.db.prisma.heldRecord.count({ where: { brokerId } });
    await expect(api.db.pool.query('DELETE FROM held_record WHERE broker_id = $1', [brokerId])).rejects.toMatchObject({
      constraint: 'held_records_stay',
    });
    expect(await deleteReleasedRecords(api.db)).toBe(0);
    await lift(client, holds[1]?.id ?? '');
    expect(await deleteReleasedRecords(api.db)).toBe(1);
    expect(await left()).toBe(1);
    await lift(client, holds[0]?.id ?? '');
    expect(await deleteReleasedRecords(api.db)).toBe(1);
    expect(await left()).toBe(0);
    expect(await api.db.prisma.heldRecord.count()).toBe(1);
  });
});
