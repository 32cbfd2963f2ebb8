import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startWorld } from './start-world.ts';

/** Returns all descendants of a process. */
async function descendants(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found = children.split(' ').filter(Boolean).map(Number);
  return [...found, ...(await Promise.all(found.map(descendants))).flat()];
}

describe('a campaign that cannot start', () => {
  it('leaves no process behind', async () => {
    const before = await descendants(process.pid);
    const none = { invoicesEach: 0, receiptsEach: 0, subscriptionsEach: 0 };
    const starting = startWorld({ settings: { LOG_LEVEL: 'loud' }, keys: 'known', startLimitMs: 300, ...none });
    await expect(starting).rejects.toThrow('is ready: not within');
    // The processes that watch a server exit a moment after it.
    await expect.poll(async () => (await descendants(process.pid)).filter((pid) => !before.includes(pid))).toEqual([]);
  });
});
