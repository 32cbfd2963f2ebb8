import { randomUUID } from 'node:crypto';
import { notOfHolder, sectionsOfHolder } from '@linework/privacy/export-holder';
import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPool } from '@linework/testing/a-pool';
import { rowsOf } from '@linework/testing/an-empty-installation';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Client = Awaited<ReturnType<typeof api.aClient>>;

const get = (client: Pick<Client, 'key'>, path: string, accept = 'application/json') =>
  fetch(api.url + path, { headers: { 'X-API-Key': client.key, Accept: accept } });
const personal = { name: 'Maria Aparecida', federalTaxId: '52998224725', email: 'maria@example.com' };

/** A person with a line, its number and SIM, and an invoice. */
async function aPerson({ key, broker }: Client): Promise<string> {
  const { id: lineId } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: broker.id });
  const { holderId } = await api.db.prisma.line.findUniqueOrThrow({ where: { id: lineId } });
  await fetch(`${api.url}/holders/${holderId}`, {
    method: 'PATCH',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(personal),
  });
  await aBilledInvoice(api.db, { brokerId: broker.id, customerId: holderId });
  return holderId;
}

/** A row of a file, from which a payment method was adopted. */
async function aRowOfMoveIn({ broker, keyId }: Client, { id, token }: { readonly id: string; readonly token: string }) {
  const [numbers, sims] = [
    await aPool(api.db, { brokerId: broker.id }),
    await aPool(api.db, { brokerId: broker.id, type: 'SIM' }),
  ];
  const pools = { numberPoolId: numbers.id, simPoolId: sims.id };
  const moveInId = randomUUID();
  await api.db.prisma.moveIn.create({
    data: { id: moveInId, brokerId: broker.id, ...pools, callsPerSecond: 1, keyId },
  });
  await api.db.prisma.moveInRow.create({
    data: {
      id,
      moveInId,
      brokerId: broker.id,
      kind: 'paymentMethods',
      row: 1,
      legacyId: 'card-1',
      source: ['card-1', token],
      data: { token },
      state: 'adopted',
    },
  });
}

interface Exported {
  readonly customerId: string;
  readonly exportedAt: string;
  readonly sections: readonly { readonly name: string; readonly title: string; readonly records: readonly object[] }[];
  readonly notIncluded: Readonly<Record<string, string>>;
}

describe('an export of a holder', () => {
  it('has all that is kept of the person, as JSON and as text, and is an event', async () => {
    const client = await api.aClient();
    const holderId = await aPerson(client);
    const answer = await get(client, `/holders/${holderId}/export`);
    expect(answer.status).toBe(200);
    const exported = (await answer.json()) as Exported;
    expect(exported).toMatchObject({ customerId: holderId, notIncluded: notOfHolder });
    const names = exported.sections.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['holder', 'line', 'allocation', 'resource', 'invoice', 'event']));
    const counts = exported.sections
      .filter(({ name }) => name !== 'event')
      .map(({ name, records }) => [name, records.length]);
    for (const [name, count] of counts) {
      const where = sectionsOfHolder[String(name)]?.where;
      const [counted] = await rowsOf(api.db, `SELECT count(*)::int AS count FROM ${name} t WHERE ${where}`, [holderId]);
      expect([name, count]).toEqual([name, counted?.['count']]);
    }
    expect(exported.sections[0]?.records[0]).toMatchObject({
      name: personal.name,
      federal_tax_id: personal.federalTaxId,
    });
    const text = await (await get(client, `/holders/${holderId}/export`, 'text/plain')).text();
    expect(text).toContain(`All that is kept of the holder ${holderId}`);
    expect(text).toContain(`  federal tax id: ${personal.federalTaxId}\n`);
    const events = await rowsOf(
      api.db,
      "SELECT key_id AS key FROM event WHERE type = 'holder.exported' AND resource_id = $1",
      [holderId],
    );
    expect(events).toEqual([{ key: client.keyId }, { key: client.keyId }]);
  });

  it('is refused to another broker and without its scope', async () => {
    const client = await api.aClient();
    const holderId = await aPerson(client);
    const other = await api.aClient();
    expect((await get(other, `/holders/${holderId}/export`)).status).toBe(404);
    const reader = await api.aClient({ broker: client.broker, scopes: ['holders:read', 'holders:write'] });
    expect((await get(reader, `/holders/${holderId}/export`)).status).toBe(403);
    const operator = await api.anOperatorsClient();
    expect((await get(operator, `/holders/${holderId}/export`)).status).toBe(200);
  });

  it('has no token of a file that was moved in, and the row is erased with the person', async () => {
    const client = await api.aClient();
    const holderId = await aPerson(client);
    const method = await aPaymentMethod(api.db, 'ACTIVE', { brokerId: client.broker.id, customerId: holderId });
    await aRowOfMoveIn(client, { id: method.id, token: method.token });
    expect(await (await get(client, `/holders/${holderId}/export`)).text()).not.toContain(method.token);
    await fetch(`${api.url}/holders/${holderId}/anonymise`, { method: 'POST', headers: { 'X-API-Key': client.key } });
    const rows = await rowsOf(api.db, 'SELECT data, source FROM move_in_row WHERE record_id = $1', [method.id]);
    expect(rows).toEqual([{ data: {}, source: [] }]);
  });

  it('has nothing that was erased', async () => {
    const client = await api.aClient();
    const holderId = await aPerson(client);
    await fetch(`${api.url}/holders/${holderId}/anonymise`, { method: 'POST', headers: { 'X-API-Key': client.key } });
    const text = await (await get(client, `/holders/${holderId}/export`)).text();
    for (const value of Object.values(personal)) expect(text.includes(value)).toBe(false);
    expect(text).toContain('anonymised_at');
  });

  it('has every table with a column that leads to a holder, or says why not', async () => {
    const leading = await rowsOf(
      api.db,
      `WITH RECURSIVE own AS (
        SELECT c.oid, c.relname
        FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ), reaches AS (
        SELECT oid, relname FROM own WHERE relname = 'holder'
        UNION
        SELECT own.oid, own.relname
        FROM reaches
        JOIN pg_constraint f ON f.confrelid = reaches.oid AND f.contype = 'f'
        JOIN own ON own.oid = f.conrelid
      )
      SELECT relname AS name FROM reaches
      UNION
      SELECT own.relname
      FROM own
      JOIN pg_attribute a ON a.attrelid = own.oid AND NOT a.attisdropped
      WHERE a.attname IN ('holder_id', 'customer_id', 'line_id', 'subscription_id', 'invoice_id', 'payment_id',
        'resource_id', 'record_id', 'order_id', 'target_order_id')`,
    );
    const named = [...Object.keys(sectionsOfHolder), ...Object.keys(notOfHolder)];
    // A number or a SIM names no holder; its allocations do.
    expect(named.toSorted()).toEqual([...leading.map(({ name }) => name), 'resource'].toSorted());
  });
});
