import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { rowsOf } from '@linework/testing/an-empty-installation';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const [api, hasty] = await Promise.all([startTestApi(), startTestApi({ deps: { exportLimitMs: -1 } })]);
afterAll(() => Promise.all([api.close(), hasty.close()]));

async function aLineToExport(at: typeof api) {
  const client = await at.aClient();
  const { id } = await aLineWithResources(at.db, 'ACTIVE', { brokerId: client.broker.id });
  const { holderId } = await at.db.prisma.line.findUniqueOrThrow({ where: { id } });
  const paths = [`/brokers/${client.broker.id}/export`, `/holders/${holderId}/export`];
  return { paths, get: (path: string) => fetch(at.url + path, { headers: { 'X-API-Key': client.key } }) };
}

const exportsOf = (at: typeof api) =>
  rowsOf(at.db, "SELECT type FROM event WHERE type LIKE '%.exported' ORDER BY type");

describe('exports', () => {
  it('are refused before they begin when too many run, and nothing says that they were made', async () => {
    const { paths, get } = await aLineToExport(api);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const running = Array.from({ length: 4 }, () => api.db.withDedicatedConnection(() => end));
    for (const path of paths) {
      const refused = await get(path);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('Retry-After')).toBe('60');
      expect(await refused.json()).toMatchObject({
        code: 'unavailable',
        detail: expect.stringMatching(/^Too many exports/),
      });
    }
    expect(await exportsOf(api)).toEqual([]);
    resolve();
    await Promise.all(running);
    for (const path of paths) {
      const made = await get(path);
      expect(made.status).toBe(200);
      // The API is closed when nothing is read from the database any more.
      expect(await made.text()).not.toBe('');
    }
    expect(await exportsOf(api)).toEqual([{ type: 'broker.exported' }, { type: 'holder.exported' }]);
  });

  it('break off when their time is over, without what says that they are complete', async () => {
    const { paths, get } = await aLineToExport(hasty);
    for (const path of paths) {
      let text = '';
      // What was written last may not arrive, with its head.
      const reading = (async () => {
        const { body } = await get(path);
        for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
      })();
      await expect(reading).rejects.toThrow();
      expect(text).not.toContain('manifest');
      expect(text).not.toContain('notIncluded');
    }
    expect(hasty.errors.splice(0).every((line) => line.includes('took longer than'))).toBe(true);
  });
});
