import { randomBytes, randomInt } from 'node:crypto';
import { importResourcesRoute } from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { createImporter } from './an-import.ts';

const [api, bare] = await Promise.all([startTestApi(), startTestApi({ deps: { keyWrapper: undefined } })]);
afterAll(() => Promise.all([api.close(), bare.close()]));
const [client, operator, other] = [await api.aClient(), await api.anOperatorsClient(), await api.aClient()];
const bareOwner = await bare.aClient();
await Promise.all([everyRange(api.db, client.broker), everyRange(bare.db, bareOwner.broker)]);
const { importFile } = createImporter(api, operator);

const ki = '465b5ce8b199b49faa5f0a2ee238a6bc';
const opc = 'cd63cb71954a9f4e48a5994e37a02baf';
/**
 * So long that no other value of a row is the same by chance: a PIN of four digits was once the id of a transaction.
 */
const [pin, puk] = ['47118293', '83719462'];
const secrets = { Ki: ki, opc, pin1: pin, PUK1: puk };
const imsi = () => `72455${randomInt(1_000_000_000, 10_000_000_000)}`;
const iccid = () => withCheckDigit(`8955016${randomInt(10_000_000_000, 100_000_000_000)}`);

interface RequestOptions {
  readonly body?: unknown;
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly of?: typeof api;
}

async function sendRequest(
  method: string,
  path: string,
  { body, key = client.key, idempotencyKey, of = api }: RequestOptions = {},
) {
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey.replaceAll(' ', '-') }),
  };
  const response = await fetch(`${of.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> & { readonly id: string } };
}

const aSimPool = () => aPool(api.db, { brokerId: client.broker.id, type: 'SIM' });
const simWith = (attributes: object) => ({ externalCode: iccid(), attributes: { imsi: imsi(), ...attributes } });

async function aSim() {
  const pool = await aSimPool();
  const body = simWith({ tier: 'gold', ...secrets });
  const created = await sendRequest('POST', `/inventory/pools/${pool.id}/resources`, {
    body,
    idempotencyKey: `make ${body.externalCode}`,
  });
  return { pool, body, created, id: created.json.id };
}

/** Every row of every table, as text. */
async function dumpAll(): Promise<string> {
  const { rows: tables } = await api.db.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const contents = await Promise.all(
    tables.map(({ name }) => api.db.pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`)),
  );
  return contents.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n');
}

async function openSecrets(resourceId: string) {
  const { ciphertext, dataKey } = await api.db.prisma.resourceSecret.findUniqueOrThrow({
    where: { resourceId },
    include: { dataKey: true },
  });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const sealed = {
    resourceId,
    dataKeyId: dataKey.id,
    keyId: dataKey.keyId,
    wrapped: base64(dataKey.wrapped),
    ciphertext: base64(ciphertext),
  };
  return testSecretKeys().openSealed(sealed);
}

function expectClean(text: string): void {
  for (const secret of [ki, opc, pin, puk]) expect(text.toLowerCase()).not.toContain(secret);
}

describe('the secrets of a SIM', () => {
  it('are accepted when it is created, stored for the worker, and absent from every response and plaintext row', async () => {
    const { id, created, body, pool } = await aSim();
    expect(created).toMatchObject({ status: 201, json: { attributes: { imsi: body.attributes.imsi, tier: 'gold' } } });
    expect(await openSecrets(id)).toEqual({ ki, opc, pin1: pin, puk1: puk });
    const responses = await Promise.all([
      sendRequest('POST', `/inventory/pools/${pool.id}/resources`, {
        body,
        idempotencyKey: `make ${body.externalCode}`,
      }),
      sendRequest('GET', `/inventory/resources/${id}`),
      sendRequest('GET', `/inventory/resources?poolId=${pool.id}`, { key: operator.key }),
      sendRequest('GET', `/inventory/pools/${pool.id}/resources`),
      sendRequest('PATCH', `/inventory/resources/${id}`, {
        body: { attributes: { tier: 'plain' } },
        idempotencyKey: `change ${id}`,
      }),
      sendRequest('GET', `/inventory/resources/${id}/events`),
    ]);
    for (const { status, text } of [created, ...responses]) {
      expect(status, text).toBeLessThan(300);
      expectClean(text);
      expect(text.toLowerCase()).not.toMatch(/"(?:ki|opc|pin1|puk1)"/);
    }
    expectClean(await dumpAll());
    expect(await openSecrets(id)).toEqual({ ki, opc, pin1: pin, puk1: puk });
  });

  it('cannot be guessed from the stored request: another PIN has the same fingerprint', async () => {
    const { id, body } = await aSim();
    const again = { ...body, attributes: { ...body.attributes, pin1: '0815' } };
    const { poolId } = await api.db.prisma.resource.findUniqueOrThrow({ where: { id } });
    const repeated = await sendRequest('POST', `/inventory/pools/${poolId}/resources`, {
      body: again,
      idempotencyKey: `make ${body.externalCode}`,
    });
    expect(repeated).toMatchObject({ status: 201, json: { id } });
    const different = { ...body, attributes: { ...body.attributes, tier: 'plain' } };
    expect(
      await sendRequest('POST', `/inventory/pools/${poolId}/resources`, {
        body: different,
        idempotencyKey: `make ${body.externalCode}`,
      }),
    ).toMatchObject({
      status: 422,
      json: { code: 'idempotency-key-reused' },
    });
  });

  it.each(['ki', 'K', 'opc', 'PIN1', 'puk2'])(
    'are immutable: %s is rejected in a change with any value, even null',
    async (name) => {
      const { id } = await aSim();
      for (const [at, value] of ['0'.repeat(32), null, ki].entries()) {
        const rejected = await sendRequest('PATCH', `/inventory/resources/${id}`, {
          body: { attributes: { [name]: value, tier: 'x' } },
          idempotencyKey: `${id} ${name} ${at}`,
        });
        expect(rejected).toMatchObject({
          status: 422,
          json: { code: 'secret-written-once', errors: [{ pointer: `/attributes/${name}` }] },
        });
        expectClean(rejected.text);
      }
      expect(await openSecrets(id)).toMatchObject({ ki, opc });
      expectClean(await dumpAll());
    },
  );

  it('cannot be searched for, in lists and reservations', async () => {
    const { pool } = await aSim();
    const filter = encodeURIComponent(JSON.stringify({ tier: 'gold', Ki: ki }));
    for (const path of [
      '/inventory/resources?',
      `/inventory/resources?poolId=${pool.id}&`,
      `/inventory/pools/${pool.id}/resources?`,
    ]) {
      const rejected = await sendRequest('GET', `${path}attributes=${filter}`);
      expect(rejected).toMatchObject({
        status: 400,
        json: { errors: [{ parameter: 'attributes', detail: expect.stringContaining('Ki') }] },
      });
      expectClean(rejected.text);
    }
    const reservation = { poolId: pool.id, quantity: 1, attributes: { pin1: pin } };
    expect(await sendRequest('POST', '/inventory/reservations', { body: reservation })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/attributes/pin1' }] },
    });
    const numbers = await aPool(api.db, { brokerId: client.broker.id });
    const ofNumbers = encodeURIComponent('{"k":"v"}');
    expect(await sendRequest('GET', `/inventory/pools/${numbers.id}/resources?attributes=${ofNumbers}`)).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ['a number', { ki: Number(pin) }, 'ki'],
    ['an invalid K', { K: `${ki}x` }, 'K'],
    ['a nested one', { card: { codes: [{ Pin1: pin }] } }, 'card'],
    ['the same one twice', { opc, OPC: opc }, 'OPC'],
    ['an empty one', { puk1: '' }, 'puk1'],
  ])('are rejected as %s, without repeating them', async (_what, attributes, name) => {
    const pool = await aSimPool();
    const rejected = await sendRequest('POST', `/inventory/pools/${pool.id}/resources`, {
      body: simWith(attributes),
      idempotencyKey: `unfit ${name}`,
    });
    expect(rejected).toMatchObject({
      status: 422,
      json: { code: 'invalid-secret', errors: [{ pointer: `/attributes/${name}` }] },
    });
    expectClean(rejected.text);
    expectClean(await dumpAll());
  });

  it('are rejected where this installation has no key for them, but only after the pool was found', async () => {
    const [owner, other] = [bareOwner, await bare.aClient()];
    const pool = await aPool(bare.db, { brokerId: owner.broker.id, type: 'SIM' });
    const path = `/inventory/pools/${pool.id}/resources`;
    expect(await sendRequest('POST', path, { body: simWith(secrets), key: owner.key, of: bare })).toMatchObject({
      status: 503,
      json: { code: 'secrets-not-configured' },
    });
    expect(await sendRequest('POST', path, { body: simWith({}), key: owner.key, of: bare })).toMatchObject({
      status: 201,
    });
    expect(await sendRequest('POST', path, { body: simWith(secrets), key: other.key, of: bare })).toMatchObject({
      status: 404,
    });
  });

  it('are not accessible to another broker: every request on the SIM is not found', async () => {
    const { id, pool } = await aSim();
    for (const [method, path, body] of [
      ['GET', `/inventory/resources/${id}`, undefined],
      ['PATCH', `/inventory/resources/${id}`, { attributes: { ki } }],
      ['POST', `/inventory/pools/${pool.id}/resources`, simWith(secrets)],
    ] as const) {
      const answer = await sendRequest(method, path, { key: other.key, body });
      expect(answer.status, answer.text).toBe(404);
      expectClean(answer.text);
    }
  });
});

describe('the secrets of SIMs in a file', () => {
  const csv = (rows: readonly (readonly string[])[]) =>
    [
      'externalCode,attributes.imsi,attributes.tier,attributes.ki,attributes.opc,attributes.PUK1',
      ...rows.map((row) => row.join(',')),
    ].join('\n');
  const row = (key = ki) => [iccid(), imsi(), 'gold', key, opc, puk];

  it.each([{}, { atomic: true }])('are stored only for the worker, with %o', async (query) => {
    const pool = await aSimPool();
    const otherKi = ki.replace('4', '5');
    const rows = [row(), row(otherKi), [iccid(), imsi(), 'plain', '', '', '']];
    expect(await importFile(pool.id, csv(rows), { query })).toMatchObject({
      status: 200,
      body: { imported: 3, rejected: 0 },
    });
    const created = await api.db.prisma.resource.findMany({
      where: { poolId: pool.id },
      include: { secret: true },
      orderBy: { externalCode: 'asc' },
    });
    const keyed = created.filter(({ secret }) => secret);
    expect(keyed).toHaveLength(2);
    expect(new Set(keyed.map(({ secret }) => secret?.dataKeyId)).size).toBe(1);
    const opened = await Promise.all(keyed.map(({ id }) => openSecrets(id)));
    expect(new Set(opened.map(({ ki: key }) => key))).toEqual(new Set([ki, otherKi]));
    for (const [at, { attributes }] of keyed.entries()) {
      expect(opened[at]).toMatchObject({ opc, puk1: puk });
      expect(Object.keys(attributes as object).toSorted()).toEqual(['imsi', 'tier']);
    }
    expectClean(await dumpAll());
  });

  it.each([{}, { atomic: true }, { dryRun: true }])(
    'must have a unique K, in any case and any batch, with %o',
    async (query) => {
      const pool = await aSimPool();
      const between = Array.from({ length: 1_200 }, () => row(randomBytes(16).toString('hex')));
      const content = csv([row(), row(ki.toUpperCase()), ...between, row(), row('')]);
      const answer = await importFile(pool.id, content, { query });
      expect(answer).toMatchObject({
        status: query.atomic ? 422 : 200,
        body: {
          rejected: 2,
          errors: [
            { line: 3, detail: 'Line 3 is not valid: attributes/ki is already in line 2.' },
            { line: 1_204, detail: 'Line 1204 is not valid: attributes/ki is already in line 2.' },
          ],
        },
      });
      expectClean(JSON.stringify(answer.body));
      expect(await api.db.prisma.resource.count({ where: { poolId: pool.id } })).toBe(
        query.atomic || query.dryRun ? 0 : 1_202,
      );
    },
  );

  it('with the same K are reported by the name of the member, and with all other errors', async () => {
    const pool = await aSimPool();
    const [one, other] = [simWith({ Ki: ki }), simWith({ K: ki })];
    const lines = [one, { ...other, externalCode: one.externalCode }, other]
      .map((each) => JSON.stringify(each))
      .join('\n');
    expect(await importFile(pool.id, lines, { mediaType: 'application/x-ndjson' })).toMatchObject({
      body: {
        imported: 1,
        errors: [
          {
            line: 2,
            detail: 'Line 2 is not valid: externalCode is already in line 1; attributes/K is already in line 1.',
          },
          { line: 3, detail: 'Line 3 is not valid: attributes/K is already in line 1.' },
        ],
      },
    });
  });

  it('of rows that are skipped are neither stored nor reported: a code in use, an invalid key, a dry run', async () => {
    const pool = await aSimPool();
    const [first, bad] = [row(), row(`${ki}zz`)];
    await importFile(pool.id, csv([first]));
    const count = () => Promise.all([api.db.prisma.resourceSecret.count(), api.db.prisma.secretDataKey.count()]);
    const before = await count();
    const responses = [
      await importFile(pool.id, csv([first, bad])),
      await importFile(pool.id, csv([row(), bad]), { query: { atomic: true } }),
      await importFile(pool.id, csv([row()]), { query: { dryRun: true } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 422, 200]);
    expect(JSON.stringify(responses)).toContain('attributes/ki must have 32 or 64 hexadecimal digits');
    for (const answer of responses) expectClean(JSON.stringify(answer.body));
    expect(await count()).toEqual(before);
  });

  it('cannot be imported where this installation has no key', async () => {
    const pool = await aPool(bare.db, { brokerId: bareOwner.broker.id, type: 'SIM' });
    const bareOperator = await bare.anOperatorsClient();
    const answer = await bareOperator.call(importResourcesRoute, {
      params: { poolId: pool.id },
      query: {},
      stream: { mediaType: 'text/csv', content: csv([row()]) },
    });
    expect(answer).toMatchObject({ status: 503, body: { code: 'secrets-not-configured' } });
  });
});

describe('a resource type', () => {
  it('defines the secret attributes, which its resources store encrypted', async () => {
    const type = {
      code: `ESIM ${iccid()}`,
      name: 'eSIM',
      reusable: false,
      secretAttributes: ['Confirmation', 'confirmation', 'matchingId'],
    };
    const created = await sendRequest('POST', '/inventory/types', { body: type, key: operator.key });
    expect(created).toMatchObject({ status: 201, json: { secretAttributes: ['confirmation', 'matchingid'] } });
    const pool = (
      await sendRequest('POST', '/inventory/pools', {
        body: { typeId: created.json.id, brokerId: client.broker.id, name: type.code },
        key: operator.key,
      })
    ).json;
    const body = { externalCode: 'profile-1', attributes: { matchingId: 'sesame', k: 'not secret here' } };
    const profile = await sendRequest('POST', `/inventory/pools/${pool.id}/resources`, { body });
    expect(profile).toMatchObject({ status: 201, json: { attributes: { k: 'not secret here' } } });
    expect(profile.text).not.toContain('sesame');
    expect(await openSecrets(profile.json.id)).toEqual({ matchingid: 'sesame' });
  });

  it('lists its secret attributes: those of a SIM are its keys and codes', async () => {
    const { json } = await sendRequest('GET', '/inventory/types');
    expect(json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          code: 'SIM',
          secretAttributes: expect.arrayContaining(['k', 'ki', 'opc', 'pin1', 'puk1']),
        }),
      ]),
    });
  });
});
