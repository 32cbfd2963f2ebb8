import { randomUUID } from 'node:crypto';
import { PermanentError, SystemUnavailable } from '@linework/engine/model/system-errors';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import type { ListedSubscriber } from '@linework/lines/model/systems';
import { buildExample, type ExampleRows } from '@linework/move-in/example-files';
import { listFindings } from '@linework/move-in/list-move-ins';
import { decideMoveIn } from '@linework/move-in/move-ins';
import type { MoveInChoice } from '@linework/schemas/move-ins/finding-codes';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { aBroker } from '@linework/testing/a-broker';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { aTestDb } from '@linework/testing/a-test-db';
import { anEmptyInstallation, rowsOf, rowsOfLines } from '@linework/testing/an-empty-installation';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const simulator = await startNetworkSimulator();
afterAll(() => simulator.stop());
const register = networkSimulatorClient(simulator.url);
const network = createSimulatorNetwork({ url: simulator.url, timeoutMs: 5_000 });

const db = await aTestDb();
const base = await anEmptyInstallation(db);
const other = await aBroker(db);
await rowsOf(db, "UPDATE number_range SET to_code = '+5521999999999' WHERE kind = 'MSISDN'");
await aRange(db, { brokerId: other.id, kind: 'MSISDN', from: '+5522000000000', to: '+5522999999999' });
// The number of another broker stays its own, whoever has the range today.
await aPool(db, { brokerId: other.id, type: 'MSISDN', codes: ['+5521900000009'] });

const active = (imsi: string, msisdn: string) => ({ imsi, msisdn, serviceState: 'active' }) as const;
const ownNumber = '+5521900000001';
/** Nobody sees these. */
const strangers = [
  active('724990000000002', '+5522900000001'),
  active('724990000000003', '+5521900000009'),
  active('724990000000004', '+351910000100'),
];

/** Lists in pages of two, so that something can happen in between. */
const inSmallPages = (between: (page: number) => void = () => undefined): ReadableNetwork => ({
  ...network,
  async *listSubscribers() {
    let number = 0;
    for await (const page of network.listSubscribers?.() ?? [])
      for (let from = 0; from < page.length; from += 2) {
        number += 1;
        between(number);
        yield page.slice(from, from + 2) as readonly ListedSubscriber[];
      }
  },
});

/** Removes the subscribers with this number, or all. */
async function removeAll(of: { readonly msisdn?: string } = {}): Promise<void> {
  for (const { imsi, msisdn } of await register.subscribers(of))
    await network.deleteSubscriber({ key: `${randomUUID()}:execute` }, { imsi, msisdns: [msisdn] });
}

let first = 0;
/** The rows of six lines that are in the register, with the rows of a number and a SIM that no line has. */
async function someLines(): Promise<ExampleRows> {
  first += 100;
  const { rows, register: subscribers } = buildExample(first + 7);
  await register.load(subscribers.slice(first));
  const { numbers, sims } = rowsOfLines(rows, first, first + 7);
  return { ...rowsOfLines(rows, first, first + 6), numbers, sims };
}

async function checked(rows: ExampleRows): Promise<string> {
  const { id } = await base.open();
  await base.uploadAll(id, rows);
  expect((await base.run(id, 'check')).findings).toEqual([]);
  return id;
}

async function findingsOf(moveInId: string) {
  const page = { limit: 100, sortBy: 'row', sortOrder: 'asc' } as const;
  const { items } = await listFindings(db, { caller: base.caller, moveInId }, page);
  return items.map(({ kind, row, code, msisdn = '' }) => `${kind} ${row} ${code} ${msisdn}`.trim()).toSorted();
}

const decide = (moveInId: string, decision: MoveInChoice) =>
  decideMoveIn(db, { caller: base.caller, moveInId, code: 'extra', decision, reason: 'Looked up.' });

/** Empty if there is no such number here. */
const statesOf = async (msisdn = '') => {
  const states =
    'SELECT s.status FROM resource_state s JOIN resource r ON r.id = s.resource_id WHERE r.external_code = $1';
  return (await rowsOf(db, states, [msisdn])).map(({ status }) => status);
};

/** What the files of `someLines` have besides their lines, and a number that is in no file. */
const planted = ['numbers 0 extra +5521900000001', 'numbers 8 extra', 'sims 8 extra'];

describe('the comparison of a move-in', () => {
  beforeEach(async () => {
    await removeAll();
    await register.load([active('724990000000001', ownNumber), ...strangers]);
    base.network = inSmallPages();
  });

  it('finds a subscriber with a number of the broker that no line has, and no other', async () => {
    const rows = await someLines();
    const id = await checked(rows);
    // Nothing is known of a register that was not listed.
    expect((await base.find(id)).progress.registerListedAt).toBeUndefined();
    const compared = await base.run(id, 'compare');
    expect(compared.findings).toMatchObject([{ code: 'extra', count: 3, choices: ['ours', 'leave-out'] }]);
    expect(compared.progress.registerListedAt).toBeDefined();
    expect(await findingsOf(id)).toEqual(planted);

    // Neither its number nor its SIM becomes available.
    await decide(id, 'leave-out');
    expect(await base.run(id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 2 } });
    expect(await statesOf(rows.numbers[6]?.['msisdn'])).toEqual([]);
    const left = "SELECT kind, reason FROM move_in_row WHERE move_in_id = $1 AND state = 'left-out' ORDER BY kind";
    expect(await rowsOf(db, left, [id])).toEqual([
      { kind: 'numbers', reason: 'extra' },
      { kind: 'sims', reason: 'extra' },
    ]);
  });

  it('makes the number available if a person says so', async () => {
    const rows = await someLines();
    const id = await checked(rows);
    await base.run(id, 'compare');
    await decide(id, 'ours');
    expect(await base.run(id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
    expect(await statesOf(rows.numbers[6]?.['msisdn'])).toEqual(['available']);
  });

  it('knows lines by their number or their SIM, in the files, in those of earlier move-ins and here', async () => {
    const rows = await someLines();
    const [at0, at1] = [rows.sims[0]?.['imsi'] ?? '', rows.numbers[1]?.['msisdn'] ?? ''];
    // The SIM of one line has another number of ours, and another SIM has the number of the other line.
    await removeAll({ msisdn: at1 });
    await register.load([active(at0, '+5521900000011'), active('724990000000011', at1)]);
    const line = await aLineWithResources(db, 'ACTIVE', { brokerId: base.broker.id });
    await register.load([active(line.imsi, '+5521900000012')]);
    const stock = { ...rows, holders: [], lines: [], blocks: [] };
    const early = await checked(stock);
    base.network = { ...network, listSubscribers: async function* () {} };
    await base.run(early, 'compare');
    await base.run(early, 'adopt');
    base.network = inSmallPages();
    const late = await checked({ ...rows, numbers: [], sims: [] });
    await base.run(late, 'compare');
    // The stock that no line has is in no file of this move-in.
    expect(await findingsOf(late)).toEqual([planted[0], `numbers 0 extra ${rows.numbers[6]?.['msisdn']}`]);
  });

  it('tells nothing about numbers of other brokers that a file names', async () => {
    const numbers = strangers.map(({ msisdn }, at) => ({ legacyId: `X-${at}`, msisdn }));
    const { id } = await base.open();
    await base.uploadAll(id, { numbers });
    await base.run(id, 'check');
    await base.run(id, 'compare');
    // The last number is of nobody but the file.
    expect((await findingsOf(id)).filter((each) => each.includes('extra'))).toEqual([planted[0], 'numbers 4 extra']);
  });

  it('is repeated after a worker was killed, and writes nothing twice', async () => {
    const id = await checked(await someLines());
    let pages = 0;
    base.network = inSmallPages((page) => {
      pages = page;
      if (page === 5) throw new Error('the worker is killed');
    });
    await expect(base.run(id, 'compare')).rejects.toThrow('killed');
    expect(pages).toBe(5);
    expect(await base.find(id)).toMatchObject({ status: 'COMPARING', progress: { compared: 6 } });
    const before = await rowsOf(db, 'SELECT id FROM move_in_finding WHERE move_in_id = $1', [id]);
    expect(before.length).toBeGreaterThan(0);
    // Its lease ends, and another worker goes on.
    await rowsOf(db, "UPDATE move_in SET leased_until = now() - interval '1 s' WHERE id = $1", [id]);
    base.network = inSmallPages();
    await base.work();
    expect(await base.find(id)).toMatchObject({ status: 'CHECKED', findings: [{ code: 'extra', count: 3 }] });
    expect(await findingsOf(id)).toEqual(planted);
    const after = await rowsOf(db, 'SELECT id FROM move_in_finding WHERE move_in_id = $1', [id]);
    expect(after).toEqual(expect.arrayContaining(before as object[]));
  });

  it('waits for a register that stops answering, and reads the list again', async () => {
    const id = await checked(await someLines());
    base.network = inSmallPages((page) => {
      if (page === 3) throw new SystemUnavailable('unreachable', 'The network cannot be reached.');
    });
    expect(await base.run(id, 'compare')).toMatchObject({ status: 'COMPARING', progress: { compared: 6 } });
    base.network = inSmallPages();
    await base.work();
    expect(await base.find(id)).toMatchObject({ status: 'CHECKED' });
    expect(await findingsOf(id)).toEqual(planted);
  });

  it('ends without the list of a register that cannot list or refuses to', async () => {
    const { listSubscribers: _, ...unlisted } = network;
    const refusing = inSmallPages(() => {
      throw new PermanentError('not-allowed', 'The network refuses the list.');
    });
    for (const each of [unlisted, refusing]) {
      const id = await checked(await someLines());
      base.network = each;
      const compared = await base.run(id, 'compare');
      expect(compared).toMatchObject({ status: 'CHECKED', findings: [], progress: { compared: 6 } });
      expect(compared.progress.registerListedAt).toBeUndefined();
    }
  });

  it('stops when another worker has taken over', async () => {
    const id = await checked(await someLines());
    let pages = 0;
    base.network = {
      ...network,
      async *listSubscribers() {
        for (;;) {
          pages += 1;
          if (pages === 2) await rowsOf(db, 'UPDATE move_in SET lease_id = gen_random_uuid() WHERE id = $1', [id]);
          yield [];
        }
      },
    };
    expect(await base.run(id, 'compare')).toMatchObject({ status: 'COMPARING' });
    expect(pages).toBe(2);
  });
});
