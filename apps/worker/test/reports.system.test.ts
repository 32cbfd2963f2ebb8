import { type System, startSystem } from '@linework/testing/processes/start-system';
import { shortLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Row {
  readonly systems: readonly { readonly system: string; readonly isAnswering: boolean }[];
}

describe('a worker', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(() => system?.close());

  const rows = async () => (await system.db.pool.query<Row>('SELECT systems FROM worker')).rows;
  const answers = async (isAnswering: boolean) =>
    (await rows())[0]?.systems.some((one) => one.system === 'network' && one.isAnswering === isAnswering) === true;

  it('reports itself and its systems while it runs, and is gone when it was stopped', async () => {
    const worker = await system.startWorker(shortLease);
    await waitUntil('it has reported', () => answers(true));
    const [line] = await system.lines(1);
    await system.simulator.stop();
    await system.client.placeOrder('block', line?.id ?? '');
    await waitUntil('it has reported that the network does not answer', () => answers(false));
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
