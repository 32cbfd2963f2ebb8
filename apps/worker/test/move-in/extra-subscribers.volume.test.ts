import { buildExample } from '@linework/move-in/example-files';
import { findExtraSubscribers } from '@linework/move-in/find-extra-subscribers';
import { anEmptyInstallation, rowsOf, rowsOfLines } from '@linework/testing/an-empty-installation';
import { anExplainingDb } from '@linework/testing/volume/open-explaining-db';
import { expect, it } from 'vitest';

const lines = 10_000;
/** Numbers and SIMs at the end of the files that no line has. */
const extras = 100;

const { db, content } = await anExplainingDb(async (filled) => {
  const base = await anEmptyInstallation(filled);
  const { rows, register } = buildExample(lines + extras);
  const { id } = await base.open();
  const { numbers, sims } = rows;
  await base.uploadAll(id, { ...rowsOfLines(rows, 0, lines), numbers, sims });
  expect((await base.run(id, 'check')).findings).toEqual([]);
  await rowsOf(filled, "UPDATE move_in SET status = 'COMPARING' WHERE id = $1", [id]);
  await rowsOf(filled, 'VACUUM ANALYZE');
  return { id, listed: register.slice(lines) };
});

it('finds each subscriber without a line by its number, not by reading the files', async () => {
  const explaining = Object.assign(Object.create(db), db.explain(db)) as typeof db & ReturnType<typeof db.explain>;
  const result = await findExtraSubscribers(
    {
      db: explaining,
      network: {
        findSubscriber: () => Promise.reject(new Error('No line is compared.')),
        inspectSubscriber: () => Promise.reject(new Error('No line is compared.')),
        async *listSubscribers() {
          yield content.listed.map(({ imsi, msisdn }) => ({ imsi, msisdn, serviceState: 'active' as const }));
        },
      },
      log: { info: () => undefined },
    },
    { moveInId: content.id, callsPerSecond: 1_000, renew: async () => true },
  );
  expect(result).toBe('listed');
  expect(await rowsOf(db, "SELECT count(*)::int AS count FROM move_in_finding WHERE code = 'extra'")).toEqual([
    { count: 2 * extras },
  ]);
  const [statement] = explaining.explained;
  expect((statement?.blocks ?? Number.NaN) / extras).toBeLessThan(100);
});
