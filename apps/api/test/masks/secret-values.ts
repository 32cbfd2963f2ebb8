import { type Role, roles } from '@linework/auth/roles';
import type { Scope } from '@linework/auth/scopes';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import {
  eventResourceTypes,
  eventTypes,
  findEventResource,
  findReadScope,
  isOfCompany,
} from '@linework/schemas/events';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { v7 as newId } from 'uuid';
import type { Records } from '../support/records.ts';
import type { TestApi } from '../support/test-api.ts';

/** A value that only some readers may see. */
export interface SecretValue {
  readonly kind: string;
  readonly value: string;
  /** A key with one of these scopes reads it in clear; no key without them. */
  readonly scopes: readonly Scope[];
  /** The roles that read it in the console without unmasking a record. */
  readonly roles?: readonly Role[];
}

/** What a broker's records hold, by the statement that reads it. A new column of this sort is a line here. */
const stored: readonly {
  readonly kind: string;
  readonly select: string;
  readonly scopes: readonly Scope[];
  readonly roles?: readonly Role[];
}[] = [
  { kind: 'number of a line', select: 'SELECT msisdn FROM line WHERE broker_id = $1', scopes: ['lines:read'] },
  { kind: 'ICCID of a line', select: 'SELECT iccid FROM line WHERE broker_id = $1', scopes: ['lines:read'] },
  { kind: 'IMSI of a line', select: 'SELECT imsi FROM line WHERE broker_id = $1', scopes: [] },
  {
    kind: 'code of a resource',
    select: 'SELECT external_code FROM resource WHERE broker_id = $1',
    scopes: ['inventory:read'],
  },
  {
    kind: 'IMSI of a SIM',
    select: `SELECT attributes ->> 'imsi' FROM resource WHERE broker_id = $1`,
    scopes: ['inventory:read'],
  },
  {
    kind: 'name of a holder',
    select: 'SELECT name FROM holder WHERE broker_id = $1',
    scopes: ['holders:read', 'lines:read'],
  },
  {
    kind: 'tax id of a holder',
    select: 'SELECT federal_tax_id FROM holder WHERE broker_id = $1',
    scopes: ['holders:read', 'lines:read'],
  },
  { kind: 'e-mail of a holder', select: 'SELECT email FROM holder WHERE broker_id = $1', scopes: ['holders:read'] },
  { kind: 'phone of a holder', select: 'SELECT phone FROM holder WHERE broker_id = $1', scopes: ['holders:read'] },
  {
    kind: 'street of a holder',
    select: `SELECT address ->> 'street' FROM holder WHERE broker_id = $1`,
    scopes: ['holders:read'],
  },
  {
    kind: 'number in an order',
    select: `SELECT input ->> 'newNumber' FROM orders WHERE broker_id = $1`,
    scopes: ['orders:read'],
  },
  {
    kind: 'words of the network',
    select: `SELECT s.error ->> 'detail' FROM order_step s JOIN orders o ON o.id = s.order_id WHERE o.broker_id = $1`,
    scopes: ['orders:read'],
  },
  {
    kind: 'words of the network for operators',
    select: `SELECT a.system_text FROM order_attempt a JOIN orders o ON o.id = a.order_id WHERE o.broker_id = $1`,
    scopes: [],
  },
  {
    kind: 'number of a port-in',
    select: 'SELECT msisdn FROM port_in WHERE broker_id = $1',
    scopes: ['portability:read'],
  },
  {
    kind: 'tax id of a port-in',
    select: 'SELECT federal_tax_id FROM port_in WHERE broker_id = $1',
    scopes: ['portability:read'],
  },
  {
    kind: 'number of a port-out',
    select: 'SELECT msisdn FROM port_out WHERE broker_id = $1',
    scopes: ['portability:read'],
  },
  { kind: 'hash of a password', select: 'SELECT password_hash FROM operator WHERE $1::uuid IS NOT NULL', scopes: [] },
  {
    kind: 'digest of a session',
    select: `SELECT encode(token_digest, 'base64') FROM operator_session WHERE $1::uuid IS NOT NULL`,
    scopes: [],
  },
  {
    kind: 'fingerprint of a key',
    select: `SELECT encode(fingerprint, 'base64') FROM api_key WHERE broker_id = $1`,
    scopes: [],
  },
  { kind: 'token of a payment method', select: 'SELECT token FROM payment_method WHERE broker_id = $1', scopes: [] },
  {
    kind: 'number in metadata of a line',
    select: `SELECT metadata ->> 'contact' FROM line WHERE broker_id = $1`,
    scopes: ['lines:read'],
  },
  {
    kind: 'tax id of a supplier',
    select: 'SELECT federal_tax_id FROM supplier WHERE broker_id = $1',
    scopes: ['tax-receipts:read'],
  },
];

/** Fills the records of a broker with values of each kind, and returns them. */
export async function plantSecrets(
  api: TestApi,
  { broker, lineIds, orderIds }: Records,
  actorId: string,
): Promise<readonly SecretValue[]> {
  const { db } = api;
  const run = (text: string, ...values: readonly unknown[]) => db.pool.query(text, [...values]);
  await aLineWithResources(db, 'ACTIVE', { brokerId: broker.id });
  const sims = await aPool(db, { brokerId: broker.id, type: 'SIM', count: 1, withKeys: true });
  const { externalCode: iccid } = await db.prisma.resource.findFirstOrThrow({
    where: { id: sims.resourceIds[0] ?? '' },
  });
  await run(
    `UPDATE holder
     SET name = 'Zenaide ' || upper(substr(md5(id::text), 1, 6)) || ' Quaresma',
       email = substr(md5(id::text), 1, 8) || '@person.example',
       phone = '+552198' || (1000000 + abs(hashtext(id::text)) % 8999999),
       address = jsonb_build_object('street', 'Ladeira ' || substr(md5(id::text), 1, 8), 'number', '7', 'district',
         'Sé', 'city', 'Recife',
         'cityCode', '2611606', 'state', 'PE', 'postalCode', '50010000')
     WHERE broker_id = $1 AND anonymised_at IS NULL`,
    broker.id,
  );
  await run(
    `UPDATE line
     SET metadata = jsonb_build_object('contact', '+552197' || (1000000 + abs(hashtext(id::text)) % 8999999))
     WHERE id = ANY($1::uuid[])`,
    lineIds,
  );
  await run(
    `UPDATE orders
     SET input = jsonb_build_object('newNumber', '+552196' || (1000000 + abs(hashtext(id::text)) % 8999999))
     WHERE id = ANY($1::uuid[])`,
    orderIds,
  );
  await run(
    `UPDATE order_step
     SET error = jsonb_build_object('code', 'REFUSED', 'detail',
       '+55219512' || (10000 + abs(hashtext(order_id::text)) % 89999))
     WHERE order_id = ANY($1::uuid[])`,
    orderIds,
  );
  await run(
    `INSERT INTO order_attempt (order_id, position, kind, attempt, outcome, started_at, ended_at, system_text)
     SELECT s.order_id, s.position, 'execute', 99, 'refused', now(), now(),
       '+55219513' || (10000 + abs(hashtext(s.order_id::text)) % 89999)
     FROM order_step s
     WHERE s.order_id = ANY($1::uuid[]) AND s.position = 0`,
    orderIds,
  );
  const kept = await Promise.all(
    stored.map(async ({ select, ...rest }) => {
      const { rows } = await db.pool.query<Record<string, string | null>>(select, [broker.id]);
      const values = new Set(
        rows.flatMap((row) => Object.values(row)).filter((value): value is string => value !== null && value !== ''),
      );
      return [...values].map((value) => ({ ...rest, value }));
    }),
  );
  return mergeEqual([
    ...kept.flat(),
    ...(await plantEvents(api, broker.id, actorId)),
    ...Object.entries(deriveTestKeys(iccid)).map(([kind, value]) => ({ kind, value, scopes: [] })),
  ]);
}

let planted = 0;

/** An event of a request about each kind of record, whose details name a number, a person and a text with a number. */
async function plantEvents({ db }: TestApi, brokerId: string, keyId: string): Promise<readonly SecretValue[]> {
  const secrets: SecretValue[] = [];
  for (const resourceType of eventResourceTypes) {
    planted += 1;
    const own = String(planted).padStart(3, '0');
    const details = {
      msisdn: `+55119444${own}77`,
      iccId: `895501000004${own}55321`,
      federalTaxId: `44555666${own}`,
      name: `Vitorino ${own} Cavalcante`,
      email: `vitorino${own}@person.example`,
      changed: { from: `+55119333${own}88` },
      note: `calls from 5511922${own}2299 are hers`,
    };
    const type = eventTypes.find((candidate) => findEventResource(candidate) === resourceType) ?? 'line.changed';
    await db.prisma.event.create({ data: { brokerId, type, resourceType, resourceId: newId(), keyId, details } });
    const values = [
      details.msisdn,
      details.iccId,
      details.federalTaxId,
      details.name,
      details.email,
      details.changed.from,
      `5511922${own}2299`,
    ];
    const namedTo = isOfCompany(resourceType) ? roles : [];
    secrets.push(
      ...values.map((value) => ({
        kind: `event of ${resourceType}`,
        value,
        scopes: [findReadScope(resourceType)],
        roles: value === details.name ? namedTo : [],
      })),
    );
  }
  await assignAllEventPositions(db);
  return secrets;
}

/** A value that two records have is read by the readers of both. */
function mergeEqual(secrets: readonly SecretValue[]): readonly SecretValue[] {
  const byValue = new Map<string, SecretValue>();
  for (const secret of secrets) {
    const known = byValue.get(secret.value);
    byValue.set(
      secret.value,
      known ? { ...known, kind: `${known.kind}, ${secret.kind}`, scopes: [...known.scopes, ...secret.scopes] } : secret,
    );
  }
  return [...byValue.values()];
}
