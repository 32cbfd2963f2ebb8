import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey } from '@linework/auth/api-key';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aUser, type User } from './a-user.ts';

let system: System;
let user: User;
beforeAll(async () => {
  [system, user] = await Promise.all([startSystem(), aUser()]);
  await system.startWorker(longLease);
  const { code, errorOutput } = await user.run(['login', '--base-url', system.api.url], { input: `${system.key}\n` });
  expect([code, errorOutput]).toEqual([
    0,
    expect.stringContaining(`Logged in to ${system.api.url} as the profile "default"`),
  ]);
});
afterAll(async () => {
  user?.remove();
  await system?.close();
});

const aLine = async () => {
  const [line] = await system.lines(1);
  if (line === undefined) throw new Error('There is no line.');
  return line;
};

/** An order that the network has refused. */
async function aFailedOrder(): Promise<string> {
  const { id, msisdn } = await aLine();
  await system.network.injectFault({ fault: 'refuse', code: 'locked', match: { msisdn } });
  const { code, output } = await user.run(['lines', 'block', id, '--wait', '--select', 'id']);
  expect(code).toBe(1);
  return output.trim();
}

describe('the packed command', () => {
  it('refuses a key that the API does not know, and keeps the stored one', async () => {
    const refused = await user.run(['login', '--base-url', system.api.url], { input: `${createApiKey()}\n` });
    expect(refused).toEqual({
      code: 4,
      output: '',
      errorOutput: expect.stringContaining('does not accept this key. Nothing was stored.'),
    });
    const wrong = await user.run(['lines', 'list'], { settings: { LINEWORK_API_KEY: createApiKey() } });
    expect(wrong).toMatchObject({
      code: 4,
      errorOutput: expect.stringMatching(/Problem unauthorized, status 401, request [0-9a-f-]{36}\.\n$/),
    });
    const checked = await user.run(['doctor', '--debug'], { settings: { LINEWORK_API_KEY: createApiKey() } });
    expect(checked).toMatchObject({ code: 1, output: expect.stringContaining('the API does not accept it') });
    // One request with a wrong key: many would make the address wait.
    expect(checked.errorOutput.match(/ 401 in /g)).toHaveLength(1);
    expect((await user.run(['lines', 'list'])).code).toBe(0);
  });

  it('blocks a line and waits: 0 when it is done, 1 when it failed, and says why', async () => {
    const { id } = await aLine();
    const blocked = await user.run(['lines', 'block', id, '--wait', '-o', 'json']);
    expect([blocked.code, JSON.parse(blocked.output)]).toEqual([
      0,
      expect.objectContaining({ type: 'LINE_BLOCK', status: 'COMPLETED' }),
    ]);
    expect((await user.run(['lines', 'get', id, '--select', 'status'])).output).toBe('BLOCKED\n');
    const again = await user.run(['lines', 'block', id, '--wait']);
    expect(again).toMatchObject({
      code: 7,
      output: '',
      errorOutput: expect.stringContaining('Its status is BLOCKED; allowed: '),
    });
    const orderId = await aFailedOrder();
    const explained = await user.run(['orders', 'explain', orderId]);
    expect(explained.output).toContain('because attempt 1 of 5 of the step “suspend network” ended with locked.');
    expect(await user.run(['orders', 'watch', orderId, '--exit-status'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('SUSPEND_NETWORK FAILED'),
    });
  });

  it('watches an order: 3 when the time is over, 130 at Ctrl-C, 2 when it was cancelled', async () => {
    const { id } = await aLine();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await user.run(['lines', 'block', id, '--not-before', later]);
    const orderId = (await user.run(['orders', 'list', '--resource-id', id, '--select', 'id'])).output.trim();
    expect((await user.run(['orders', 'watch', orderId, '--exit-status', '--timeout', '0.2'])).code).toBe(3);
    const watching = user.start(['orders', 'watch', orderId]);
    await waitUntil('it shows the order', () => watching.output().includes('LINE_BLOCK PENDING'));
    watching.process.kill('SIGINT');
    expect(await watching.ended).toBe(130);
    await user.run(['orders', 'cancel', orderId, '--reason', 'a test']);
    expect(await user.run(['orders', 'watch', orderId, '--exit-status'])).toMatchObject({
      code: 2,
      errorOutput: expect.stringContaining('The order is CANCELLED'),
    });
  });

  it('retries all orders that match: the dry run changes nothing, and each order has its result', async () => {
    const orderIds = [await aFailedOrder(), await aFailedOrder()].toSorted();
    const words = [
      'orders',
      'retry',
      '--where',
      `status=FAILED errorCode=locked createdAtFrom=${new Date(Date.now() - 3_600_000).toISOString()}`,
    ];
    const dry = await user.run([...words, '--dry-run', '-o', 'json']);
    expect([dry.code, JSON.parse(dry.output)[0]]).toEqual([0, { result: 'allowed', count: await countFailed() }]);
    expect((await user.run(words)).code).toBe(64);
    expect(await Promise.all(orderIds.map(async (id) => (await system.client.order(id)).status))).toEqual([
      'FAILED',
      'FAILED',
    ]);
    const done = await user.run([...words, '--yes', '--reason', 'the network works again']);
    const items = done.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { orderId: string; status: string });
    expect([done.code, done.errorOutput]).toEqual([0, expect.stringContaining('COMPLETED: ')]);
    expect(items.filter(({ orderId }) => orderIds.includes(orderId)).map(({ status }) => status)).toEqual([
      'COMPLETED',
      'COMPLETED',
    ]);
    await system.waitUntilSettled();
  });

  const countFailed = () => system.db.prisma.order.count({ where: { status: 'FAILED' } });

  it('imports a file with wrong rows, is killed, and goes on where it stopped', async () => {
    const { id: brokerId } = system.broker;
    const pool = await aPool(system.db, { brokerId });
    await aRange(system.db, { kind: 'MSISDN', brokerId, from: '+5521970000000', to: '+5521970000999' });
    const good = Array.from({ length: 300 }, (_, at) => `+5521970000${String(at).padStart(3, '0')}`);
    const rows = ['externalCode', 'wrong', ...good.slice(0, 150), '+5599970000000', ...good.slice(150), good[0]];
    writeFileSync(join(user.folder, 'numbers.csv'), `${rows.join('\n')}\n`);
    const settings = { LINEWORK_API_KEY: system.operatorKey, LINEWORK_URL: system.api.url };
    const words = ['resources', 'import', 'numbers.csv', '--pool', pool.id, '-o', 'json'];
    const killed = user.start([...words, '--rows-per-request', '2'], { settings });
    const count = () => system.db.prisma.resource.count({ where: { poolId: pool.id } });
    await waitUntil('a part is imported', async () => (await count()) >= 10);
    await killed.kill();
    expect(await count()).toBeLessThan(300);
    expect(globSync(join(user.folder, '.local/state/linework/imports/*.json'))).toHaveLength(1);
    const { code, output, errorOutput } = await user.run(words, { settings });
    expect([code, JSON.parse(output), await count()]).toEqual([
      1,
      expect.objectContaining({ imported: 300, rejected: 3 }),
      300,
    ]);
    expect(errorOutput).toMatch(/Going on in line \d+/);
    expect(readFileSync(join(user.folder, 'numbers.rejected.csv'), 'utf8')).toBe(
      `externalCode\nwrong\n+5599970000000\n${good[0]}\n`,
    );
    expect(
      readFileSync(join(user.folder, 'numbers.errors.csv'), 'utf8')
        .split('\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['line', '2', '153', '304', '']);
    expect(globSync(join(user.folder, '.local/state/linework/imports/*.json'))).toEqual([]);
  });

  it('finds nothing wrong with the API and the key, and says what is wrong without them', async () => {
    const well = await user.run(['doctor', '-o', 'json']);
    const results = JSON.parse(well.output) as { subject: string; result: string }[];
    expect([well.code, results.filter(({ result }) => result !== 'ok')]).toEqual([0, []]);
    const away = await user.run(['doctor', '--base-url', 'http://127.0.0.1:1']);
    expect([away.code, away.output]).toEqual([
      1,
      expect.stringMatching(/^failed +settings +no key for http:\/\/127\.0\.0\.1:1\n[\s\S]*failed +api +/),
    ]);
  });

  it('ends quietly when the reader of its output is gone', async () => {
    const run = user.start(['api', 'GET', '/openapi.json']);
    run.process.stdout?.destroy();
    expect([await run.ended, run.errorOutput()]).toEqual([0, '']);
  });
});
