import { createHash, randomUUID } from 'node:crypto';
import { advanceMoveIns } from '@linework/move-in/advance-move-ins';
import { buildExample, type ExampleRows, formatExampleFile } from '@linework/move-in/example-files';
import { archivedTables, tablesNotExported } from '@linework/move-in/export-broker';
import { type ExportedSecret, exportSecrets, openExported } from '@linework/move-in/export-secrets';
import { type Archive, type Send, setUpBroker, setUpFiles } from '@linework/move-in/set-up-broker';
import { moveInKinds } from '@linework/schemas/move-ins/move-in';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { rowsOf } from '@linework/testing/an-empty-installation';
import { anOffer } from '@linework/testing/an-offer';
import { anOperator } from '@linework/testing/callers';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { aKeyPair, createSecretKeys, testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { createEndpoint } from '@linework/webhooks/endpoints/create-endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

takesLong('much-work');

type Row = Readonly<Record<string, unknown>>;

const [here, there] = await Promise.all([startTestApi(), startTestApi()]);
/** An installation with the key of an operator. */
interface Door {
  readonly api: TestApi;
  readonly key: string;
}
const ours: Door = { api: here, key: (await here.anOperatorsClient()).key };
const theirs: Door = { api: there, key: (await there.anOperatorsClient()).key };
const receiver = createSecretKeys([aKeyPair()]);

afterAll(() => Promise.all([here.close(), there.close()]));

const quiet = { info: () => undefined };
const noNetwork = { findSubscriber: async () => undefined, inspectSubscriber: async () => undefined };

const request = ({ api, key }: Door, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { ...init, headers: { 'X-API-Key': key, ...init.headers } });

async function send(door: Door, method: string, path: string, body?: object): Promise<Row> {
  const answer = await request(door, path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

/** Runs a stage of a move-in to its end. */
async function runStage(door: Door, moveInId: string, stage: string): Promise<Row> {
  await send(door, 'POST', `/move-ins/${moveInId}/${stage}`);
  await advanceMoveIns({ db: door.api.db, network: noNetwork, log: quiet }, () => false);
  return send(door, 'GET', `/move-ins/${moveInId}`);
}

/** A broker with lines in service, made by a move-in from rows that differ with the seed. */
async function aBrokerWithLines(seed: number): Promise<string> {
  const broker = await aBroker(here.db);
  const { id: brokerId } = broker;
  const from = seed * 100;
  const serials = [from, from + 99].map((serial) => 50_000 + serial);
  const [first = 0, last = 0] = serials;
  for (const [kind, format] of [
    ['MSISDN', (serial: number) => `+${5_521_990_100_000 + serial}`],
    ['ICCID', (serial: number) => `8955990101${String(serial).padStart(8, '0')}${serial === first ? 0 : 9}`],
    ['IMSI', (serial: number) => `72499101${String(serial).padStart(7, '0')}`],
  ] as const)
    await aRange(here.db, { brokerId, kind, from: format(first), to: format(last) });
  const numbers = await aPool(here.db, { brokerId, type: 'MSISDN', name: `numbers ${seed}` });
  const sims = await aPool(here.db, { brokerId, type: 'SIM', name: `first ${seed}` });
  await aPool(here.db, { brokerId, type: 'SIM', name: `second ${seed}` });
  const offer = await anOffer(here.db, { brokerId });
  const count = 6 + (seed % 10);
  const { rows } = buildExample(from + count + 2, {
    offerVersionId: offer.versionId,
    productId: offer.plan.id,
    componentId: offer.plan.components[0]?.id ?? '',
    now: new Date(),
  });
  const opened = await send(ours, 'POST', '/move-ins', { numberPoolId: numbers.id, simPoolId: sims.id });
  const id = String(opened['id']);
  for (const [kind, items] of Object.entries(vary(rows, from, count, seed))) {
    if (items.length === 0) continue;
    const uploaded = await request(ours, `/move-ins/${id}/files?kind=${kind}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: formatExampleFile(items),
    });
    expect(await uploaded.json()).toMatchObject({ faults: 0, rows: items.length });
  }
  expect((await runStage(ours, id, 'check'))['findings']).toEqual([]);
  expect(await runStage(ours, id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
  return brokerId;
}

const address = {
  street: 'Rua Augusta',
  number: '100',
  district: 'Consolação',
  city: 'São Paulo',
  cityCode: '3550308',
  state: 'SP',
  postalCode: '01304000',
};

/** The rows of some lines, with stock, with values of their own, and with all that a file may have. */
function vary(rows: ExampleRows, from: number, count: number, seed: number): ExampleRows {
  const named = (of: readonly Row[], column: string) => new Set(of.map((row) => row[column]));
  // The first contract is paused. Its pause blocks its lines, or another reason that has no row does.
  const ofPause = (row: Row) => row['subscriptionId'] === rows.lines[from]?.['subscriptionId'];
  const lines = rows.lines.slice(from, from + count).map((row, at) => ({
    ...row,
    status: ofPause(row) && row['status'] === 'ACTIVE' ? 'BLOCKED' : (row['status'] ?? ''),
    blockedByPause: ofPause(row) && row['status'] === 'ACTIVE' && at % 2 === 1 ? 'false' : '',
    metadata: at % 3 === 0 ? '' : JSON.stringify({ note: `line "${at}"`, seed }),
  }));
  const ofHolders = (row: Row) => named(lines, 'holderId').has(row['holderId']);
  const subscriptions = rows.subscriptions.filter(ofHolders);
  const ofContracts = (row: Row) => named(subscriptions, 'legacyId').has(row['subscriptionId']);
  const ofLines = (row: Row) => named(lines, 'legacyId').has(row['lineId']);
  return {
    holders: rows.holders
      .filter((row) => named(lines, 'holderId').has(row['legacyId']))
      .map((row, at) => ({
        ...row,
        phone: at % 2 === 0 ? '+5511988887777' : '',
        address: at % 2 === 0 ? JSON.stringify(address) : '',
        metadata: JSON.stringify({ seed, at }),
      })),
    paymentMethods: rows.paymentMethods.filter(ofHolders),
    numbers: rows.numbers
      .slice(from, from + count + 2)
      .map((row, at) => ({ ...row, location: at % 4 === 0 ? 'Depot' : '' })),
    sims: rows.sims.slice(from, from + count + 2).map((row, at) => ({
      ...row,
      pool: at % 2 === 0 ? `second ${seed}` : '',
      ki: at.toString(16).padStart(32, '0'),
      opc: (seed * 1_000 + at).toString(16).padStart(32, 'f'),
      secrets: at % 3 === 0 ? JSON.stringify({ pin1: '1234', puk1: '12345678' }) : '',
    })),
    subscriptions: subscriptions.map((row, at) => ({
      ...row,
      changesBehavior: at % 2 === 0 ? 'NEXT_CYCLE' : '',
      status: at === 0 ? 'PAUSED' : '',
      pausedAt: at === 0 ? new Date(Date.now() - 3_600_000).toISOString() : '',
    })),
    products: rows.products.filter(ofContracts),
    lines: lines as never,
    blocks: rows.blocks.filter(ofLines),
    balances: rows.balances.filter(ofLines),
    invoices: rows.invoices.filter(ofContracts),
  };
}

interface Exported {
  /** The lines of each file, as they came. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly manifest: {
    readonly files: readonly { readonly file: string; readonly rows: number; readonly sha256: string }[];
    readonly leftOut: readonly Row[];
    readonly notExported: Row;
  };
}

async function exportFrom(brokerId: string, door: Door = ours): Promise<Exported> {
  const answer = await request(door, `/brokers/${brokerId}/export`);
  expect(answer.headers.get('Content-Type')).toContain('application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  const { manifest } = JSON.parse(lines.pop() ?? '');
  const files = new Map<string, string[]>();
  for (const line of lines) {
    const [, file = '', row = ''] = /^\{"file":"([^"]+)","row":(.*)\}$/.exec(line) ?? [];
    files.set(file, [...(files.get(file) ?? []), row]);
  }
  return { files, manifest };
}

const rowsIn = ({ files }: Exported, file: string) => (files.get(file) ?? []).map((line) => JSON.parse(line) as Row);

/** Imports an export as `linework move-in` does: sets the broker up, adds the secrets, and adopts. */
async function importThere(exported: Exported, secrets: readonly ExportedSecret[]): Promise<void> {
  const rows = (file: string) => rowsIn(exported, file);
  const archive = Object.fromEntries(setUpFiles.map((name) => [name, rows(`archive/${name}`)])) as unknown as Archive;
  const sendThere: Send = (method, path, body) => send(theirs, method, path, body);
  const known = {};
  const options = { known, isThere: false, keep: async () => undefined };
  const { numberPoolId, simPoolId, mappings } = await setUpBroker(sendThere, archive, options);
  // A set-up that is repeated makes nothing twice.
  await setUpBroker(() => Promise.reject(new Error('nothing is missing')), archive, options);
  const { id } = await send(theirs, 'POST', '/move-ins', { numberPoolId, simPoolId, mappings });
  const values = new Map<string, Row>();
  for (const secret of secrets)
    values.set(`${secret.kind} ${secret.legacyId}`, await openExported(receiver.openSealed, secret));
  for (const kind of moveInKinds) {
    if (rows(kind).length === 0) continue;
    const merged = rows(kind).map((row) => JSON.stringify({ ...row, ...values.get(`${kind} ${row['legacyId']}`) }));
    const uploaded = await request(theirs, `/move-ins/${id}/files?kind=${kind}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: merged.join('\n'),
    });
    expect(await uploaded.json()).toMatchObject({ faults: 0, rows: merged.length });
  }
  expect((await runStage(theirs, String(id), 'check'))['findings']).toEqual([]);
  const adopted = await runStage(theirs, String(id), 'adopt');
  expect(adopted).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
}

/** Where records are read one by one: what their ids are called, in both installations alike. */
const records: Readonly<Record<string, string>> = {
  '/holders/{id}': 'SELECT id, external_code AS label FROM holder WHERE broker_id = $1',
  '/lines/{id}': 'SELECT id, external_code AS label FROM line WHERE broker_id = $1',
  '/subscriptions/{id}': 'SELECT id, external_code AS label FROM subscription WHERE broker_id = $1',
  '/invoices/{id}': "SELECT id, metadata ->> 'legacyId' AS label FROM invoice WHERE broker_id = $1",
  '/payment-methods/{id}': `SELECT m.id, 'method of ' || h.external_code AS label
    FROM payment_method m JOIN holder h ON h.id = m.customer_id WHERE m.broker_id = $1`,
  '/inventory/pools/{poolId}': 'SELECT id, name AS label FROM pool WHERE broker_id = $1',
  '/inventory/resources/{id}': 'SELECT id, external_code AS label FROM resource WHERE broker_id = $1',
  '/inventory/ranges/{id}': `SELECT id, kind || from_code AS label FROM number_range WHERE broker_id = $1`,
  '/catalog/offers/{id}': "SELECT id, 'offer ' || name AS label FROM offer WHERE broker_id = $1",
  '/brokers/{id}': 'SELECT id, name AS label FROM broker WHERE id = $1',
};
/** Ids that stand in answers, and are read by no route of their own. */
const otherIds = `SELECT v.id, 'version ' || v.version || o.name AS label
    FROM offer_version v JOIN offer o ON o.id = v.offer_id WHERE v.broker_id = $1
  UNION ALL
  SELECT p.id, 'product of ' || s.external_code
  FROM subscription_product p JOIN subscription s ON s.id = p.subscription_id WHERE p.broker_id = $1
  UNION ALL
  SELECT d.id, 'discount of ' || s.external_code
  FROM subscription_discount d
  JOIN subscription_product p ON p.id = d.subscription_product_id
  JOIN subscription s ON s.id = p.subscription_id WHERE p.broker_id = $1
  UNION ALL
  SELECT m.id, 'member ' || l.external_code FROM subscription_line m JOIN line l ON l.id = m.line_id
  WHERE m.broker_id = $1
  UNION ALL
  SELECT a.id, 'allocation of ' || r.external_code FROM allocation a JOIN resource r ON r.id = a.resource_id
  WHERE a.broker_id = $1
  UNION ALL
  SELECT a.id, 'account of ' || l.external_code FROM usage_account a JOIN line l ON l.id = a.line_id
  WHERE a.broker_id = $1
  UNION ALL
  SELECT c.id, 'credit of ' || l.external_code || c.component_id
  FROM usage_credit c JOIN usage_account a ON a.id = c.account_id JOIN line l ON l.id = a.line_id
  WHERE a.broker_id = $1`;

/** Routes whose answers differ, and why. Every other GET is equal in both installations. */
const differs: readonly (readonly [path: RegExp, reason: string])[] = [
  [/\/(events|history|past)$|^\/(events|audit|backlog|incidents|queues|search|console)/, 'what happened there'],
  [/^\/(orders|order-|bulk-operation|reports)/, 'orders stay with the installation that executed them'],
  [/^\/(api-keys|operators|people|roles|saved-views|me|webhook)/, 'keys, people and endpoints are made anew'],
  [/^\/(move-ins|pauses|unanswered-calls)/, 'work of one installation'],
  [
    /^\/(payments|refunds|tax-receipts|suppliers|serial-numbers|port-ins|port-outs|portability)/,
    'settled, and in the archive',
  ],
  [
    /^\/(\.well-known|lifecycles|problems|tax-rates|meta|health|version|range-registry|inventory\/registered-ranges)/,
    'of the installation',
  ],
  [/^\/inventory\/(reservations|imports)/, 'what is reserved stays, and how stock came is in the archive'],
  [/^\/(drifts|reconciliation)/, 'what this installation found in the register'],
  [/^\/legal-holds/, 'a hold binds the installation that keeps what is held'],
  [/^\/(brokers|holders)\/\{id\}\/export$/, 'the export itself'],
];
/** Members that are the time of a record here or there. */
const times = ['createdAt', 'updatedAt', 'openedAt', 'heldFrom', 'redeemedAt', 'countedAt'];

interface Side extends Door {
  readonly labels: ReadonlyMap<string, string>;
}

async function aSide(door: Door, brokerId: string): Promise<Side> {
  const found = await Promise.all(
    [...Object.values(records), otherIds].map((sql) => rowsOf(door.api.db, sql, [brokerId])),
  );
  return { ...door, labels: new Map(found.flat().map(({ id, label }) => [String(id), String(label)])) };
}

/** The answer with the names of the ids, without the times of the records, and with lists in one order. */
function compareable(value: unknown, { labels }: Side): unknown {
  const walk = (each: unknown, name = ''): unknown => {
    if (typeof each === 'string') return times.includes(name) ? '(time)' : (labels.get(each) ?? each);
    if (Array.isArray(each))
      return each.map((one) => walk(one)).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner, key)]));
  };
  return walk(value);
}

describe('an export of a broker', () => {
  it.each(Array.from({ length: runsOf(10, 2) }, (_, at) => at))(
    'number %d, adopted by an empty installation, is the same broker in every answer',
    async (seed) => {
      const brokerId = await aBrokerWithLines(seed);
      const exported = await exportFrom(brokerId);
      for (const { file, rows, sha256 } of exported.manifest.files) {
        const lines = exported.files.get(file) ?? [];
        expect([file, lines.length]).toEqual([file, rows]);
        expect(
          createHash('sha256')
            .update(lines.map((line) => `${line}\n`).join(''))
            .digest('hex'),
        ).toBe(sha256);
      }
      expect(exported.manifest.leftOut).toEqual([]);
      const [paused, ...others] = rowsIn(exported, 'subscriptions').filter((row) => row['status'] === 'PAUSED');
      expect([typeof paused?.['pausedAt'], others]).toEqual(['string', []]);
      expect(JSON.stringify([...exported.files]).includes('tok_')).toBe(false);
      const secrets: ExportedSecret[] = [];
      const keys = { openSealed: testSecretKeys().openSealed, wrapper: receiver.wrapper };
      for await (const page of exportSecrets(here.db, brokerId, keys)) secrets.push(...page);
      expect(JSON.stringify(secrets).includes('tok_')).toBe(false);
      await importThere(exported, secrets);

      const sides = [await aSide(ours, brokerId), await aSide(theirs, brokerId)] as const;
      const read = async (side: Side, path: string) => {
        const answer = await request(side, path);
        return { status: answer.status, body: compareable(await answer.json(), side) };
      };
      const compared = new Set<string>();
      for (const { path, method, query, params } of routes) {
        if (method !== 'get' || differs.some(([pattern]) => pattern.test(path))) continue;
        const prefix = Object.keys(records).find((each) => `${path}/`.startsWith(`${each}/`));
        const names = Object.keys(params?.shape ?? {});
        if (names.length === 0) {
          const filters = query && 'brokerId' in query.shape ? `brokerId=${brokerId}&` : '';
          const pages = query && 'limit' in query.shape ? `?${filters}limit=100` : '';
          expect.soft(await read(sides[1], path + pages), path).toEqual(await read(sides[0], path + pages));
        } else if (prefix && names.length === 1) {
          const labelled = await Promise.all(
            sides.map(async (side) => {
              const found = await rowsOf(side.api.db, records[prefix] ?? '', [brokerId]);
              return new Map(found.map(({ id, label }) => [String(label), String(id)]));
            }),
          );
          expect([...(labelled[1]?.keys() ?? [])].toSorted()).toEqual([...(labelled[0]?.keys() ?? [])].toSorted());
          for (const label of labelled[0]?.keys() ?? []) {
            const [one, other] = sides.map((side, at) =>
              read(side, path.replace(/\{[^}]+\}/, labelled[at]?.get(label) ?? '')),
            );
            expect.soft(await other, `${path} of ${label}`).toEqual(await one);
          }
        } else expect.soft(path).toMatch(/\{(versionId|productId|accountId|code|msisdn|typeId)\}/);
        compared.add(path);
      }
      expect(compared.size).toBeGreaterThan(15);
      const opened = (api: TestApi) =>
        rowsOf(
          api.db,
          `SELECT encode(x.ciphertext, 'base64') AS ciphertext, x.resource_id AS "resourceId", d.id AS "dataKeyId",
            d.key_id AS "keyId", encode(d.wrapped, 'base64') AS wrapped
          FROM resource r
          JOIN resource_secret x ON x.resource_id = r.id
          JOIN secret_data_key d ON d.id = x.data_key_id
          WHERE r.broker_id = $1
          ORDER BY r.external_code`,
          [brokerId],
        ).then((found) => Promise.all(found.map((row) => testSecretKeys().openSealed(row as never))));
      expect(await opened(there)).toEqual(await opened(here));
      // A resume unblocks the same lines.
      const ofPauses = ({ db }: TestApi) =>
        rowsOf(
          db,
          `SELECT l.external_code FROM paused_line n JOIN line l ON l.id = n.line_id
          WHERE n.broker_id = $1 AND n.adopted ORDER BY 1`,
          [brokerId],
        );
      expect(await ofPauses(there)).toEqual(await ofPauses(here));
    },
  );

  it('has every table in one of its lists, and all its rows', async () => {
    const tables = await rowsOf(
      here.db,
      `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '_prisma_migrations'`,
    );
    const named = [...archivedTables, ...Object.keys(tablesNotExported)];
    expect(named.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const brokerId = await aBrokerWithLines(40);
    const { manifest } = await exportFrom(brokerId);
    const counts = new Map(manifest.files.map(({ file, rows }) => [file, rows]));
    for (const table of archivedTables) expect(counts.has(`archive/${table}`), table).toBe(true);
    const [counted] = await rowsOf(
      here.db,
      `SELECT (SELECT count(*)::int FROM event WHERE broker_id = $1) AS event,
        (SELECT count(*)::int FROM allocation WHERE broker_id = $1) AS allocation,
        (SELECT count(*)::int FROM usage_credit c JOIN usage_account a ON a.id = c.account_id WHERE a.broker_id = $1)
          AS usage_credit,
        (SELECT count(*)::int FROM subscription_product WHERE broker_id = $1) AS subscription_product`,
      [brokerId],
    );
    for (const [table, rows] of Object.entries(counted ?? {}))
      expect([table, counts.get(`archive/${table}`)]).toEqual([table, rows]);
  });

  it('is for the broker itself and for operators, and each of them is in the audit', async () => {
    const brokerId = await aBrokerWithLines(41);
    const own = await here.aClient({ broker: { id: brokerId } as never });
    await exportFrom(brokerId, { api: here, key: own.key });
    const other = await here.aClient();
    expect((await request({ api: here, key: other.key }, `/brokers/${brokerId}/export`)).status).toBe(404);
    const events = await rowsOf(
      here.db,
      `SELECT key_id AS "keyId" FROM event WHERE type = 'broker.exported' AND resource_id = $1`,
      [brokerId],
    );
    expect(events).toEqual([{ keyId: own.keyId }]);
  });

  it('has no delivery to an endpoint of operators, and no event of a legal hold', async () => {
    const brokerId = await aBrokerWithLines(43);
    const deps = { db: here.db, keyWrapper: testSecretKeys().wrapper, endpointLimit: 1_000 };
    const details = { url: 'https://example.com/hook', types: ['*'], payload: 'full' } as const;
    const endpoint = await createEndpoint(deps, {
      caller: anOperator(),
      ...details,
      ordering: 'none',
      signature: 'ed25519',
    });
    const event = await here.db.prisma.event.create({
      data: { type: 'legal_hold.placed', resourceType: 'legal-hold', resourceId: randomUUID(), brokerId },
    });
    await here.db.prisma.webhookDelivery.create({
      data: {
        id: randomUUID(),
        endpointId: endpoint.id,
        status: 'pending',
        dueAt: new Date('2999-01-01'),
        eventType: event.type,
        eventSeq: event.seq,
        position: event.seq,
        cause: 'event',
      },
    });
    const { files } = await exportFrom(brokerId);
    expect(files.get('archive/webhook_delivery') ?? []).toEqual([]);
    expect((files.get('archive/event') ?? []).filter((row) => row.includes('legal-hold'))).toEqual([]);
  });

  it('names what no move-in adopts, and keeps it in the archive', async () => {
    const brokerId = await aBrokerWithLines(42);
    const [line] = await rowsOf(here.db, 'SELECT holder_id AS id FROM line WHERE broker_id = $1 LIMIT 1', [brokerId]);
    await send(ours, 'POST', `/holders/${line?.['id']}/anonymise`);
    const { manifest, files } = await exportFrom(brokerId);
    expect(manifest.leftOut).toContainEqual({ kind: 'holders', rows: 1, reason: expect.any(String) });
    expect(manifest.leftOut.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['holders', 'lines', 'numbers', 'sims', 'subscriptions']),
    );
    const legacyIds = (file: string, column: string) =>
      new Set((files.get(file) ?? []).map((line) => (JSON.parse(line) as Row)[column]));
    // Nothing names what is left out.
    for (const [file, column, target] of [
      ['lines', 'holderId', 'holders'],
      ['lines', 'numberId', 'numbers'],
      ['lines', 'simId', 'sims'],
      ['subscriptions', 'holderId', 'holders'],
      ['products', 'subscriptionId', 'subscriptions'],
      ['balances', 'lineId', 'lines'],
      ['paymentMethods', 'holderId', 'holders'],
    ] as const)
      for (const id of legacyIds(file, column))
        expect(legacyIds(target, 'legacyId').has(id), `${file} ${id}`).toBe(true);
  });
});
