import type { Role } from '@linework/auth/roles';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from '../support/send.ts';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const broker = await aBroker(console.api.db);
await everyRange(console.api.db, broker);
const own = `http://127.0.0.1:${console.port}`;

/** Sends a file into a new pool with the session of a new person, as a page of the console does. */
async function importFile(
  content: string,
  {
    role = 'administrator',
    query = '',
    ...headers
  }: { readonly role?: Role; readonly query?: string } & Readonly<Record<string, string>> = {},
) {
  const { id } = await aPool(console.api.db, { brokerId: broker.id });
  const { cookie } = await console.signedIn(role);
  const { status, text } = await send(console.port, {
    method: 'POST',
    path: `/console/api/inventory/pools/${id}/resources/import${query}`,
    headers: {
      Host: new URL(own).host,
      Cookie: cookie,
      Origin: own,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'text/csv',
      ...headers,
    },
    body: content,
  });
  return {
    status,
    json: JSON.parse(text),
    count: await console.api.db.prisma.resource.count({ where: { poolId: id } }),
  };
}

describe('an import into a pool by a page of the console', () => {
  it('takes a file of CSV or NDJSON, and shows the codes of bad rows masked', async () => {
    const csv = await importFile('externalCode\n+5511987990001\n+5511987990002\n5511987990003\n');
    const bad = {
      line: 4,
      detail: 'Line 4 is not valid: externalCode must start with + and the country code.',
      externalCode: '*********0003',
    };
    const report = { importId: expect.any(String), imported: 2, rejected: 1, dryRun: false, errors: [bad] };
    expect(csv).toEqual({ status: 200, json: report, count: 2 });
    const ndjson = await importFile('{"externalCode":"+5511987990004"}\n', { 'Content-Type': 'application/x-ndjson' });
    expect(ndjson).toMatchObject({ status: 200, count: 1 });
  });

  it('shows the codes masked also in the problem of a file that is not imported', async () => {
    const refused = await importFile('externalCode\n5511987990003\n', { query: '?atomic=true' });
    expect(refused).toMatchObject({
      status: 422,
      json: { code: 'bad-rows', errors: [{ line: 2, externalCode: '*********0003' }] },
      count: 0,
    });
  });

  it.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['an unknown place', { 'Sec-Fetch-Site': '' }],
    ['another site that claims to be this one', { Origin: 'https://evil.example' }],
  ])('is refused when the file comes from %s', async (_name, headers) => {
    for (const type of ['text/csv', 'application/x-ndjson']) {
      const refused = await importFile('externalCode\n+5511987990005\n', { 'Content-Type': type, ...headers });
      expect(refused).toMatchObject({ status: 403, json: { code: 'cross-site-request' }, count: 0 });
    }
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/json'])(
    'is refused as %s',
    async (type) => {
      expect(await importFile('externalCode\n+5511987990006\n', { 'Content-Type': type })).toMatchObject({
        status: 415,
        count: 0,
      });
    },
  );

  it.each(['viewer', 'operator'] as const)('is refused to a person who is %s', async (role) => {
    const refused = await importFile('externalCode\n+5511987990007\n', { role });
    expect(refused).toMatchObject({ status: 403, json: { code: 'missing-role', role: 'administrator' }, count: 0 });
  });
});
