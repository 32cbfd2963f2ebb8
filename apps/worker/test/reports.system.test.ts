import { type System, startSystem } from '@linework/testing/processes/start-system';
import { shortLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Row {
  readonly systems: readonly { readonly system: string; readonly silentSince?: string }[];
}

describe('a worker', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(() => system?.close());

  const rows = async () => (await system.db.pool.query<Row>('SELECT systems FROM worker')).rows;
  const isSilent = async () =>
    (await rows())[0]?.systems.find((one) => one.system === 'network')?.silentSince !== undefined;

  it('reports itself and its systems while it runs, and is gone when it was stopped', async () => {
    const worker = await system.startWorker(shortLease);
    await waitUntil('it has reported', async () => (await rows()).length === 1);
    expect(await isSilent()).toBe(false);
    const [line] = await system.lines(1);
    await system.simulator.stop();
    await system.client.placeOrder('block', line?.id ?? '');
    await waitUntil('it has reported that the network does not answer', isSilent);
    expect(await worker.stop()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it('that was killed stays in the list', async () => {
    const worker = await system.startWorker(shortLease);
    await waitUntil('it has reported', async () => (await rows()).length === 1);
    await worker.kill();
    expect(await rows()).toHaveLength(1);
  });
});
