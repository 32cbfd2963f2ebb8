import { randomInt } from 'node:crypto';
import {
  changeResourceRoute,
  createResourceRoute,
  getResourceRoute,
} from '@linework/schemas/inventory/resources.routes';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const [client, operator] = [await api.aClient(), await api.anOperatorsClient()];
await everyRange(api.db, client.broker);
const { importFile } = createImporter(api, operator);
const ownSims = (count: number) => aPool(api.db, { brokerId: client.broker.id, type: 'SIM', count });
const change = (id: string, attributes: Record<string, unknown>) =>
  client.call(changeResourceRoute, { params: { id }, body: { attributes } });
const attributesOf = async (id: string) =>
  ((await client.call(getResourceRoute, { params: { id } })).body as { attributes: Record<string, unknown> })
    .attributes;
const anIccid = () => withCheckDigit(`8955013${randomInt(10_000_000_000, 100_000_000_000)}`);
const anImsi = () => `72433${randomInt(1_000_000_000, 10_000_000_000)}`;
const create = (poolId: string, attributes: Record<string, unknown>, externalCode = anIccid()) =>
  client.call(createResourceRoute, { params: { poolId }, body: { externalCode, attributes } });

describe('the IMSI of a SIM', () => {
  it('cannot be changed or removed', async () => {
    const [id = ''] = (await ownSims(1)).resourceIds;
    const before = await readDatabaseState(api.db);
    for (const value of [anImsi(), null, 1]) {
      expect(await change(id, { imsi: value, tier: 'gold' })).toMatchObject({
        status: 422,
        body: { code: 'written-once', errors: [{ pointer: '/attributes/imsi' }] },
      });
    }
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('may be repeated unchanged', async () => {
    const [id = ''] = (await ownSims(1)).resourceIds;
    const { imsi } = await attributesOf(id);
    expect(await change(id, { imsi, tier: 'gold' })).toMatchObject({
      status: 200,
      body: { attributes: { imsi, tier: 'gold' } },
    });
  });

  it('cannot be added to a SIM that was created without one', async () => {
    const { id } = (await create((await ownSims(0)).id, {})).body as { id: string };
    expect(await change(id, { imsi: anImsi() })).toMatchObject({ status: 422, body: { code: 'written-once' } });
    expect(await change(id, { imsi: null })).toMatchObject({ status: 200, body: { attributes: {} } });
  });

  it("cannot be the IMSI of another broker's SIM, whose line stays unchanged", async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE');
    const [own = ''] = (await ownSims(1)).resourceIds;
    const before = await readDatabaseState(api.db);
    expect(await change(own, { imsi: line.imsi })).toMatchObject({ status: 422, body: { code: 'written-once' } });
    expect(await create((await ownSims(0)).id, { imsi: line.imsi })).toMatchObject({
      status: 409,
      body: { code: 'imsi-taken' },
    });
    expect(before.line).toEqual((await readDatabaseState(api.db)).line);
  });

  it('belongs to one SIM, even after that was withdrawn', async () => {
    const [pool, imsi] = [await ownSims(0), anImsi()];
    const { id } = (await create(pool.id, { imsi })).body as { id: string };
    await api.db.pool.query("UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = $1", [id]);
    expect(await create(pool.id, { imsi })).toMatchObject({
      status: 409,
      body: { code: 'imsi-taken', errors: [{ pointer: '/attributes/imsi' }] },
    });
  });

  it('and its code are reported together when both are in use', async () => {
    const [pool, imsi, iccid] = [await ownSims(0), anImsi(), anIccid()];
    await create(pool.id, { imsi }, iccid);
    expect(await create(pool.id, { imsi }, iccid)).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken', errors: [{ pointer: '/externalCode' }, { pointer: '/attributes/imsi' }] },
    });
  });

  it('of concurrent requests goes to one of them', async () => {
    const [pool, imsi] = [await ownSims(0), anImsi()];
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(pool.id, { imsi })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ body }) => (body as { code?: string }).code === 'imsi-taken')).toHaveLength(9);
  });

  it.each([{}, { atomic: true }, { dryRun: true }])(
    'of another SIM or an earlier row makes a row of a file bad, with %o',
    async (query) => {
      const [pool, used, twice] = [await ownSims(0), anImsi(), anImsi()];
      await create(pool.id, { imsi: used });
      const rows = [`${anIccid()},${twice}`, `${anIccid()},${used}`, `${anIccid()},${twice}`];
      const { body } = await importFile(pool.id, `externalCode,attributes.imsi\n${rows.join('\n')}\n`, { query });
      const { errors } = body as { errors: { line: number; detail: string; code?: string }[] };
      expect(errors.map(({ line, detail, code }) => [line, detail, code])).toEqual([
        [3, expect.stringContaining('attributes/imsi is already in the inventory'), 'imsi-taken'],
        [4, 'Line 4 is not valid: attributes/imsi is already in line 2.', undefined],
      ]);
    },
  );

  it('of an earlier batch is reported, with its line where that is known', async () => {
    const [pool, imsi] = [await ownSims(0), anImsi()];
    const between = Array.from({ length: 3_000 }, () => `${anIccid()},${anImsi()}`);
    const file = ['externalCode,attributes.imsi', `${anIccid()},${imsi}`, ...between, `${anIccid()},${imsi}`].join(
      '\n',
    );
    expect(await importFile(pool.id, file, { query: { dryRun: true } })).toMatchObject({
      body: {
        imported: 3_001,
        errors: [{ line: 3_003, detail: 'Line 3003 is not valid: attributes/imsi is already in line 2.' }],
      },
    });
    expect(await importFile(pool.id, file)).toMatchObject({
      body: {
        imported: 3_001,
        errors: [{ line: 3_003, detail: expect.stringContaining('attributes/imsi is already in the inventory') }],
      },
    });
  });

  it('is imported once in a deadlock of two imports, and the second one reports it', async () => {
    const [pool, one, two] = [await ownSims(0), anImsi(), anImsi()];
    const other = await api.db.pool.connect();
    const add = (imsi: string) =>
      other.query(
        `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
        [pool.id, pool.typeId, pool.brokerId, anIccid(), { imsi }],
      );
    // The session that detects the deadlock is aborted; the other one would check later than the test lasts.
    await other.query("BEGIN; SET LOCAL deadlock_timeout = '60s'");
    await add(one);
    const rows = [`${withCheckDigit('895501400000000001')},${two}`, `${withCheckDigit('895501400000000002')},${one}`];
    const importing = importFile(pool.id, `externalCode,attributes.imsi\n${rows.join('\n')}\n`);
    await waitUntil('the import waits', async () => (await countWaitingSessions(api.db)) === 1);
    await add(two);
    await other.query('COMMIT');
    other.release();
    expect(await importing).toMatchObject({ status: 200, body: { imported: 0, rejected: 2 } });
  });
});
