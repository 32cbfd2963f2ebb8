import { randomUUID } from 'node:crypto';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { Holder } from '@linework/schemas/holders/holder';
import {
  anonymiseHolderRoute,
  changeHolderRoute,
  createHolderRoute,
  getHolderRoute,
  listHoldersRoute,
} from '@linework/schemas/holders/holders.routes';
import { blockLineRoute, createLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { getPortabilityStatusRoute } from '@linework/schemas/portability/portability.routes';
import {
  cancelTaxReceiptRoute,
  getTaxReceiptDocumentRoute,
  issueTaxReceiptRoute,
} from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { aCpf } from '@linework/testing/codes/tax-ids';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const brokerId = client.broker.id;

const person = () => ({
  name: `Joana ${randomUUID()}`,
  federalTaxId: aCpf(),
  email: `${randomUUID()}@example.com`,
  phone: '+5511912345678',
  address: {
    street: 'Rua Augusta',
    number: '1',
    district: 'Centro',
    cityCode: '3550308',
    city: 'São Paulo',
    postalCode: '01310100',
    state: 'SP' as const,
  },
  externalCode: randomUUID(),
  metadata: { nickname: randomUUID() },
});

async function aPerson() {
  const body = person();
  const created = await client.call(createHolderRoute, { body, headers: { 'Idempotency-Key': randomUUID() } });
  return { ...body, id: (created.body as Holder).id };
}

const anonymise = (id: string, headers = {}) => client.call(anonymiseHolderRoute, { params: { id }, headers });

/** The rows of all tables as text. */
async function readAllStoredText(): Promise<string> {
  const { rows: tables } = await api.db.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const texts = await Promise.all(
    tables.map(({ name }) => api.db.pool.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`)),
  );
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}

describe('anonymising a holder', () => {
  it('erases all personal data in the database', async () => {
    const { id, ...known } = await aPerson();
    await anActiveLine(api.db, { brokerId, holderId: id });
    const secrets = [known.name, known.federalTaxId, known.email, known.externalCode, known.metadata.nickname];
    const before = await readAllStoredText();
    for (const secret of secrets) expect(before).toContain(secret);
    expect(await anonymise(id, { 'Idempotency-Key': randomUUID() })).toMatchObject({
      status: 200,
      body: { id, name: 'Anonymised', metadata: {} },
    });
    const after = await readAllStoredText();
    for (const secret of secrets) expect(after).not.toContain(secret);
    const shown = (await client.call(getHolderRoute, { params: { id } })).body as Holder;
    expect(Object.keys(shown).toSorted()).toEqual([
      'anonymisedAt',
      'brokerId',
      'createdAt',
      'id',
      'metadata',
      'name',
      'updatedAt',
    ]);
    const { rows: events } = await api.db.pool.query('SELECT type FROM event WHERE resource_id = $1 ORDER BY seq', [
      id,
    ]);
    expect(events).toEqual([{ type: 'holder.created' }, { type: 'holder.anonymised' }]);
  });

  it('erases what the network said about its lines', async () => {
    const { id, name } = await aPerson();
    const line = await anActiveLine(api.db, { brokerId, holderId: id });
    const { headers } = await client.call(blockLineRoute, { params: { id: line.id } });
    const orderId = headers.get('Location')?.split('/').at(-1) ?? '';
    const attempt = { position: 1, kind: 'execute', attempt: 1, outcome: 'refused' };
    const times = { startedAt: new Date(), endedAt: new Date() };
    await api.db.prisma.orderAttempt.create({
      data: { orderId, ...attempt, ...times, systemText: `device of ${name}` },
    });
    await anonymise(id);
    expect(await readAllStoredText()).not.toContain(name);
    expect(await api.db.prisma.orderAttempt.findFirst({ where: { orderId } })).toMatchObject({ systemText: null });
  });

  it('keeps its lines, which show the holder without a tax id', async () => {
    const { id } = await aPerson();
    const line = await anActiveLine(api.db, { brokerId, holderId: id });
    await anonymise(id);
    const shown = await client.call(getLineRoute, { params: { id: line.id } });
    expect(shown).toMatchObject({ status: 200, body: { status: 'ACTIVE', holder: { id, name: 'Anonymised' } } });
    expect((shown.body as { holder: object }).holder).not.toHaveProperty('federalTaxId');
  });

  it('erases the tax id of its port-ins', async () => {
    const { id } = await aPerson();
    await aPortIn(api.db, 'PENDING', { brokerId, customerId: id });
    await anonymise(id);
    expect(await api.db.prisma.portIn.findFirst({ where: { customerId: id } })).toMatchObject({ federalTaxId: null });
  });

  it('does not change the portability status of its number, which was ported out after its port-in', async () => {
    const { id } = await aPerson();
    const { msisdn } = await aPortOut(api.db, 'COMPLETED', { brokerId });
    const { id: portInId } = await aPortIn(api.db, 'ACTIVE', { brokerId, customerId: id, msisdn });
    await api.db.pool.query(
      "UPDATE port_in SET created_at = now() - interval '1 day', updated_at = now() - interval '1 day' WHERE id = $1",
      [portInId],
    );
    const readStatus = async () => (await client.call(getPortabilityStatusRoute, { query: { msisdn } })).body;
    const before = await readStatus();
    expect(before).toMatchObject({ status: 'PORTED_OUT' });
    await anonymise(id);
    expect(await readStatus()).toEqual(before);
  });

  it.each(['before', 'after'])('erases the personal data in a tax receipt draft that is discarded %s', async (when) => {
    const { id, ...known } = await aPerson();
    const draft = await aTaxReceipt(api.db, 'DRAFT', { brokerId, customerId: id });
    const discard = () =>
      client.call(cancelTaxReceiptRoute, { params: { id: draft.id }, body: { reason: 'Emitida por engano' } });
    if (when === 'before') expect(await discard()).toMatchObject({ status: 200 });
    await anonymise(id);
    if (when === 'after') expect(await discard()).toMatchObject({ status: 200 });
    const storedText = await readAllStoredText();
    for (const secret of [known.name, known.federalTaxId, known.email, known.externalCode])
      expect(storedText).not.toContain(secret);
    const document = await client.call(getTaxReceiptDocumentRoute, {
      params: { id: draft.id },
      headers: { Accept: 'application/pdf' },
    });
    expect(document.status).toBe(200);
  });

  it('keeps a tax receipt draft, which can still be issued', async () => {
    const { id, name } = await aPerson();
    const draft = await aTaxReceipt(api.db, 'DRAFT', { brokerId, customerId: id });
    await anonymise(id);
    expect(await client.call(issueTaxReceiptRoute, { params: { id: draft.id } })).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE' },
    });
    expect(await readAllStoredText()).toContain(name);
  });

  it('deletes the idempotency records with its data and no others', async () => {
    const [anonymised, other] = [await aPerson(), await aPerson()];
    await anonymise(anonymised.id);
    const { rows } = await api.db.pool.query<{ body: string }>(
      'SELECT body FROM idempotency_record WHERE owner_id = $1',
      [brokerId],
    );
    expect(rows.filter(({ body }) => body.includes(anonymised.id))).toEqual([]);
    expect(rows.filter(({ body }) => body.includes(other.id))).toHaveLength(1);
  });

  it('deletes its idempotency records even if its id is written in capitals', async () => {
    const { id, name } = await aPerson();
    expect(await anonymise(id.toUpperCase())).toMatchObject({ status: 200, body: { id } });
    expect(await readAllStoredText()).not.toContain(name);
  });

  it('is done once for concurrent requests', async () => {
    const { id } = await aPerson();
    const responses = await Promise.all([anonymise(id), anonymise(id)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'already-anonymised' } });
  });

  it('prevents later changes and new records of the holder', async () => {
    const { id } = await aPerson();
    await anonymise(id);
    const changed = await client.call(changeHolderRoute, { params: { id }, body: { name: 'Back' } });
    expect(changed).toMatchObject({ status: 409, body: { code: 'already-anonymised' } });
    const [numbers, sims] = [
      await aPool(api.db, { brokerId, count: 1 }),
      await aPool(api.db, { brokerId, type: 'SIM', count: 1 }),
    ];
    const line = await client.call(createLineRoute, {
      body: { customerId: id, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id } },
    });
    expect(line).toMatchObject({ status: 422, body: { code: 'holder-anonymised' } });
  });

  it('frees its tax id, and lists can filter anonymised holders', async () => {
    const { id, federalTaxId } = await aPerson();
    await anonymise(id);
    expect(await client.call(createHolderRoute, { body: { name: 'Anew', federalTaxId } })).toMatchObject({
      status: 201,
    });
    const idsOf = async (anonymised: boolean) => {
      const { body } = await client.call(listHoldersRoute, { query: { anonymised, limit: 100 } });
      return (body as { items: readonly Holder[] }).items.map((holder) => holder.id);
    };
    expect(await idsOf(true)).toContain(id);
    expect(await idsOf(false)).not.toContain(id);
  });
});
