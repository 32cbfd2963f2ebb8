import { createHash, randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import type { Network, NetworkSubscriber } from '@linework/lines/model/systems';
import { startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { buildExample } from '@linework/move-in/example-files';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import { createOsmoHlrNetwork } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { aPool } from '@linework/testing/a-pool';
import { anEmptyInstallation, rowsOf } from '@linework/testing/an-empty-installation';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountedReads, countReads } from './support/count-reads.ts';

/** Half of the lines are changed, so that a round has as many that are equal. */
const lineCount = 600;
const changeCount = 300;
const foreignCount = 20;
/** The register is said to bear a hundred times as many. */
const callsPerSecond = 100;
const worker = {
  ...longLease,
  DRAIN_MS: '60000',
  RECONCILIATION_CALLS_PER_SECOND: String(callsPerSecond),
  RECONCILIATION_ROUND_MS: '10000',
  RECONCILIATION_SECOND_LOOK_MS: '500',
};

interface Register {
  readonly network: Network;
  /** What it counts itself of the reads of the reconciliation. */
  readonly counted: CountedReads;
  /** The settings with which a worker reads it, and is counted. */
  readonly settings: Readonly<Record<string, string>>;
  /** How many pages of its list were read elsewhere. */
  readonly pages: () => number;
  /** The kinds of changes that can be made to it. */
  readonly kinds: readonly DriftKind[];
  load(subscribers: readonly NetworkSubscriber[]): Promise<unknown>;
  /** Answers every read of these with an error until `healed`. */
  break(subscriber: NetworkSubscriber): Promise<unknown>;
  heal(): Promise<unknown>;
  /** What it says of a service state. */
  shows(state: NetworkSubscriber['serviceState']): NetworkSubscriber['serviceState'];
  stop(): Promise<unknown>;
}

const kindsOfChanges = ['missing', 'wrong-service-state', 'wrong-number', 'wrong-sim'] as const;

async function useSimulator({ simulator, network }: System): Promise<Register> {
  const { hostname, port } = new URL(simulator.url);
  const read = /GET \/(?:subscribers|numbers|register)[/?](\S+) HTTP/;
  const counted = await countReads({ host: hostname, port: Number(port), read });
  return {
    network: createSimulatorNetwork({ url: simulator.url, timeoutMs: 20_000 }),
    counted,
    settings: { NETWORK_URL: `http://${counted.host}:${counted.port}` },
    pages: () => 0,
    kinds: [...kindsOfChanges, 'unreadable'],
    load: (subscribers) => network.load(subscribers),
    break: ({ imsi }) =>
      network.injectFault({ fault: 'refuse', code: 'broken', match: { operation: 'find', imsi }, times: 'always' }),
    heal: () => network.clearFaults(),
    shows: (state) => state,
    stop: () => counted.stop(),
  };
}

async function useOsmoHlr(): Promise<Register> {
  const hlr = await startOsmoHlr();
  const counted = await countReads({ host: hlr.host, port: 4259, read: /GET \d+ subscriber\.by-\w+-(\d+)\.info-all/ });
  const lists = await countReads({ host: hlr.host, port: 4258, read: /show subscribers (all)/ });
  const network = createOsmoHlrNetwork({
    vty: { host: hlr.host, port: 4258 },
    ctrl: { host: hlr.host, port: 4259 },
    timeoutMs: 60_000,
  });
  return {
    network,
    counted,
    settings: {
      NETWORK: 'osmo-hlr',
      OSMO_HLR_VTY: `${lists.host}:${lists.port}`,
      OSMO_HLR_CTRL: `${counted.host}:${counted.port}`,
    },
    // Each list has one page.
    pages: () => lists.reads.length,
    kinds: kindsOfChanges,
    load: (subscribers) => Promise.all(subscribers.map((each) => network.createSubscriber(aCall(), each))),
    break: () => Promise.reject(new Error('OsmoHLR answers each read')),
    heal: async () => undefined,
    shows: (state) => (state === 'active' ? 'active' : 'suspended'),
    stop: () => Promise.all([counted.stop(), lists.stop(), hlr.stop()]),
  };
}

const aCall = () => ({ key: `${randomUUID()}:execute` });

/** A random number of a test, from 0 to below `limit`; the same in each run. */
const pick = (seed: string, limit: number) => createHash('sha256').update(seed).digest().readUInt32BE(0) % limit;

describe.each([
  { name: 'the network simulator', use: useSimulator, need: [] },
  { name: 'OsmoHLR', use: useOsmoHlr, need: ['osmo-hlr'] },
] as const)('with 300 random changes in $name, the reconciliation', ({ use, need }) => {
  needs(...need);
  let system: System;
  let register: Register;
  beforeAll(async () => {
    system = await startSystem();
    register = await use(system);
  });
  afterAll(() => Promise.all([register?.stop(), system?.close()]));

  it('finds each within a round and its calls, and a repair in bulk makes the register equal to the lines', async () => {
    const { db } = system;
    const { network, counted } = register;
    const base = await anEmptyInstallation(db);
    const { key } = await createApiKey(db, { name: 'a client', brokerId: base.broker.id, scopes: base.caller.scopes });
    const client = lineworkClient(system.api.url, key);
    const example = buildExample(lineCount);
    const { id } = await base.open();
    await base.uploadAll(id, example.rows);
    await base.run(id, 'check');
    await base.run(id, 'adopt');
    const lines = example.register;
    const foreign = Array.from({ length: foreignCount }, (_, at): NetworkSubscriber => {
      return { imsi: `99970000000${1_000 + at}`, msisdn: `+3519100${10_000 + at}`, serviceState: 'active' };
    });
    await register.load([...lines, ...foreign]);

    const spare = await spareResources(base.broker.id);
    const kindOf = new Map<string, DriftKind>();
    for (let seed = 0; kindOf.size < changeCount; seed += 1) {
      const line = lines[pick(`line ${seed}`, lineCount)];
      const kind = register.kinds[pick(`kind ${seed}`, register.kinds.length)];
      if (!line || !kind || kindOf.has(line.imsi)) continue;
      kindOf.set(line.imsi, kind);
      await changeBehindItsBack(line, kind, spare);
    }
    // Somebody else's subscribers have the SIMs of some more lines.
    const taken = lines.filter(({ imsi }) => !kindOf.has(imsi)).slice(0, 5);
    for (const [at, { imsi, msisdn }] of taken.entries())
      await network.changeMsisdn(aCall(), { imsi, msisdns: [msisdn] }, `+35191000000${at}`);

    const startedAt = await databaseSeconds();
    const first = await system.startWorker({ ...register.settings, ...worker });
    await waitUntil('every change is a drift', async () => (await openDrifts()).length >= changeCount + taken.length);
    await first.stop();
    const found = new Map((await openDrifts()).map(({ imsi, kind }) => [imsi, kind]));
    expect(found).toEqual(new Map([...kindOf, ...taken.map(({ imsi }) => [imsi, 'wrong-number'] as const)]));

    // Within a round: before the last change was seen first, no other line was compared in two later rounds.
    const firstLooks = new Map<string, number>();
    for (const [at, read] of counted.reads.entries()) if (!firstLooks.has(read)) firstLooks.set(read, at);
    const lastFirst = Math.max(...[...kindOf.keys()].map((imsi) => firstLooks.get(imsi) ?? Number.POSITIVE_INFINITY));
    const looks = new Map<string, number>();
    for (const read of counted.reads.slice(0, lastFirst)) looks.set(read, (looks.get(read) ?? 0) + 1);
    const equal = lines.filter(({ imsi }) => !found.has(imsi));
    expect(Math.max(...equal.map(({ imsi }) => looks.get(imsi) ?? 0))).toBeLessThanOrEqual(2);

    // Its calls over the allowed rate: what it was given until the time of the next call, from the counts.
    const [state] = await rowsOf(
      db,
      'SELECT calls::int, extract(epoch FROM next_call_at)::float8 AS until FROM reconciliation',
    );
    expect(state?.['calls'], 'the register has counted the same').toBe(counted.reads.length + register.pages());
    const allowed = callsPerSecond * (Number(state?.['until']) - startedAt);
    expect(counted.reads.length - allowed).toBeLessThanOrEqual(0.01 * allowed);

    await register.heal();
    await system.startWorker({ ...register.settings, ...worker });
    const request = { operation: 'reconcile', filter: { drift: register.kinds } };
    const bulk = await client.send('POST', '/bulk-operations', { body: request });
    const { id: bulkId, total } = JSON.parse(bulk.text) as BulkOperation;
    expect(total, bulk.text).toBe(changeCount + taken.length);
    const isOver = async () => {
      const { text } = await client.send('GET', `/bulk-operations/${bulkId}`);
      return 'finishedAt' in JSON.parse(text);
    };
    await waitUntil('the bulk operation has ended', isOver);
    const ended = JSON.parse((await client.send('GET', `/bulk-operations/${bulkId}`)).text) as BulkOperation;
    expect(ended.counts).toMatchObject({ completed: changeCount, failed: taken.length, refused: 0 });

    for (const { imsi, msisdn, serviceState } of lines.filter((line) => !taken.includes(line))) {
      const expected = { imsi, msisdn, serviceState: register.shows(serviceState) };
      expect(await network.findSubscriber(imsi)).toEqual(expected);
      expect(await network.findSubscriberOfNumber?.(msisdn)).toEqual(expected);
    }
    for (const [at, { imsi, serviceState }] of taken.entries())
      expect(await network.findSubscriber(imsi)).toEqual({
        imsi,
        msisdn: `+35191000000${at}`,
        serviceState: register.shows(serviceState),
      });
    for (const each of foreign) expect(await network.findSubscriber(each.imsi)).toEqual(each);

    const repairedAt = await databaseSeconds();
    const isChecked = 'SELECT FROM line_check WHERE coalesce(checked_at < to_timestamp($1), true)';
    await waitUntil(
      'each line is compared again',
      async () => (await rowsOf(db, isChecked, [repairedAt])).length === 0,
    );
    expect((await openDrifts()).map(({ imsi }) => imsi).toSorted()).toEqual(taken.map(({ imsi }) => imsi).toSorted());
  });

  const databaseSeconds = async () => {
    const [row] = await rowsOf(system.db, 'SELECT extract(epoch FROM now())::float8 AS seconds');
    return Number(row?.['seconds']);
  };

  const openDrifts = async () =>
    (await rowsOf(
      system.db,
      "SELECT l.imsi, d.kind FROM drift d JOIN line l ON l.id = d.line_id WHERE d.status = 'OPEN'",
    )) as { readonly imsi: string; readonly kind: DriftKind }[];

  /** Numbers and SIMs of the broker that no line has. */
  async function spareResources(brokerId: string) {
    const numbers = await aPool(system.db, { brokerId, type: 'MSISDN', count: changeCount });
    const sims = await aPool(system.db, { brokerId, type: 'SIM', count: changeCount });
    const rows = await rowsOf(system.db, 'SELECT external_code, imsi, pool_id FROM resource WHERE pool_id = ANY($1)', [
      [numbers.id, sims.id],
    ]);
    return {
      msisdns: rows.flatMap((row) => (row['pool_id'] === numbers.id ? [String(row['external_code'])] : [])),
      imsis: rows.flatMap((row) => (row['pool_id'] === sims.id ? [String(row['imsi'])] : [])),
    };
  }

  async function changeBehindItsBack(
    line: NetworkSubscriber,
    kind: DriftKind,
    spare: { readonly msisdns: string[]; readonly imsis: string[] },
  ): Promise<void> {
    const { network } = register;
    const { imsi, msisdn, serviceState } = line;
    const own = { imsi, msisdns: [msisdn] };
    if (kind === 'missing') await network.deleteSubscriber(aCall(), own);
    else if (kind === 'wrong-service-state')
      await network.setServiceState(aCall(), own, serviceState === 'active' ? 'suspended' : 'active');
    else if (kind === 'wrong-number') await network.changeMsisdn(aCall(), own, spare.msisdns.pop() ?? '');
    else if (kind === 'wrong-sim') await network.changeImsi(aCall(), imsi, spare.imsis.pop() ?? '', { msisdn });
    else await register.break(line);
  }
});
