import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aTaxSystem } from './a-tax-system.ts';

const concurrentIssues = 16;

let system: Awaited<ReturnType<typeof aTaxSystem>>;
beforeAll(async () => {
  system = await aTaxSystem();
  await system.startWorker();
});
afterAll(() => system?.close());

const operations = async (operation: string) =>
  (await system.listRequestLog()).filter((entry) => entry.operation === operation).map(({ record }) => record.id);

describe('an API killed while it issues tax receipts', () => {
  it.each(['after-number', 'after-authority'])(
    '%s, with 16 concurrent issues, assigns numbers without gaps or duplicates, each authorised once',
    async (point) => {
      const before = (await system.receipts()).filter(({ number }) => number !== null).length;
      const drafts = await system.drafts(concurrentIssues);
      const [victim, other] = [await system.startApi({ CRASH_AT: `${point}:kill:1` }), system.api];
      await Promise.all(drafts.map((draft, place) => system.send(place % 2 === 0 ? victim : other, draft, 'issue')));
      expect(await victim.ended).toBe('SIGKILL');
      await system.waitUntilSettled();
      const left = (await system.receipts()).filter(({ status }) => status === 'DRAFT');
      expect(left.every(({ number }) => number === null)).toBe(true);
      // A client without a response repeats the request: a completed issue is replayed, and an issue without a number
      // is done now.
      for (const draft of drafts)
        expect(await system.send(other, draft, 'issue')).toMatchObject({
          status: 200,
          body: { id: draft.id, status: 'ACTIVE' },
        });
      const issued = await system.receipts();
      expect(issued.map(({ status }) => status)).toEqual(issued.map(() => 'ACTIVE'));
      expect(issued.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: before + concurrentIssues }, (_, place) => place + 1),
      );
      expect((await operations('tax-authority.authorise')).toSorted()).toEqual(
        issued.map(({ accessKey }) => accessKey).toSorted(),
      );
    },
  );
});

describe('an API killed while it cancels a tax receipt', () => {
  it.each(['after-canceling', 'after-authority'])('%s leaves it cancelled, and registered once', async (point) => {
    const { api } = system;
    const [draft] = await system.drafts(1);
    if (!draft) throw new Error('There is no draft.');
    expect((await system.send(api, draft, 'issue'))?.status).toBe(200);
    const victim = await system.startApi({ CRASH_AT: `${point}:kill` });
    expect(await system.send(victim, draft, 'cancel')).toBeUndefined();
    expect(await victim.ended).toBe('SIGKILL');
    await system.waitUntilSettled();
    const row = await system.db.prisma.taxReceipt.findUniqueOrThrow({ where: { id: draft.id } });
    expect(row).toMatchObject({ status: 'CANCELED', cancelProtocol: expect.stringMatching(/^\d{16}$/) });
    expect(await system.send(api, draft, 'cancel')).toMatchObject({
      status: 200,
      body: { id: draft.id, status: 'CANCELED' },
    });
    expect((await operations('tax-authority.cancel')).filter((id) => id === row.accessKey)).toHaveLength(1);
  });
});
