import { findFreePort } from '@linework/local-servers/find-free-port';
import type { ApiProcess } from '@linework/testing/processes/start-api';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClients } from './clients.ts';
import { type RunningCell, startCell } from './start-cell.ts';

needs('haproxy');
takesLong('system');

describe('programs that are replaced one after the other under load', () => {
  let system: System;
  let balancer: RunningCell;
  let ports: readonly string[];
  let apis: ApiProcess[];
  let workers: WorkerProcess[];

  beforeAll(async () => {
    system = await startSystem();
    ports = [String(await findFreePort()), String(await findFreePort())];
    apis = await Promise.all(ports.map((PORT) => system.startApi({ PORT })));
    workers = [await system.startWorker(), await system.startWorker()];
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    balancer = await startCell({ name: 'front', defaultCell: 'a', otherCells: { a: addresses } }, ['haproxy']);
  });
  afterAll(async () => {
    await balancer?.stop();
    await system?.close();
  });

  it('fail no request, and every accepted order is done once', async () => {
    const url = `http://${balancer.cell.hosts[0]?.address}:${balancer.cell.ports.public}`;
    await waitUntil('haproxy answers', () =>
      fetch(`${url}/health/ready?exclude=redis,maintenance`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const lines = await system.lines(8);
    const clients = startClients(
      { urls: [url], key: system.key },
      lines.map(({ id }) => id),
    );
    const { seen } = clients;
    const acceptMore = () => {
      const before = seen.accepted.size;
      return waitUntil('more orders are accepted', () => seen.accepted.size >= before + 40);
    };
    await acceptMore();
    for (const [at, PORT] of ports.entries()) {
      expect(await apis[at]?.stop()).toBe(0);
      await acceptMore();
      apis[at] = await system.startApi({ PORT });
      await acceptMore();
    }
    for (const worker of workers) {
      expect(await worker.stop()).toBe(0);
      await acceptMore();
      await system.startWorker();
      await acceptMore();
    }
    await clients.stop();
    await system.waitUntilSettled();
    const { answers, unavailable, unexpected, withoutAnswer } = seen;
    expect({ ...answers, unavailable: [...unavailable], unexpected, withoutAnswer }).toMatchObject({
      '4xx': 0,
      '503': 0,
      other: 0,
      'no answer': 0,
      unavailable: [],
      unexpected: [],
      withoutAnswer: [],
    });
    const { rows } = await system.db.pool.query(
      "SELECT count(*)::int AS count FROM orders WHERE id = ANY($1) AND status = 'COMPLETED'",
      [[...seen.accepted.keys()]],
    );
    expect(rows).toEqual([{ count: seen.accepted.size }]);
  });
});
