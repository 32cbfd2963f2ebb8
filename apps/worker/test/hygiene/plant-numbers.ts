import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Responses } from './keep-responses.ts';
import type { WatchedSystem } from './start-watched-system.ts';

/** A trigger that rejects changes of a line with an error that contains all its numbers. */
const leakyTrigger = (when: string) => `
  CREATE OR REPLACE FUNCTION leak() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'line % with SIM % (%) of % cannot move', NEW.msisdn, NEW.iccid, NEW.imsi,
      (SELECT federal_tax_id FROM holder WHERE id = NEW.holder_id)
      USING DETAIL = format('Key (msisdn, imsi)=(%s, %s) exists.', NEW.msisdn, NEW.imsi);
  END $$;
  CREATE OR REPLACE TRIGGER leak BEFORE UPDATE ON line FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION leak()`;

const foreignImsi = '724990123456789';
const wrongKey = 'lw_0123456789abcdefghijABCDEFGHIJ0123456789abcdef';

/** Provokes every error whose text may contain a number. Returns the values that must not be found. */
export async function plantNumbers(system: WatchedSystem, problems: Responses): Promise<readonly string[]> {
  const lines = await system.lines(6);
  const { federalTaxId } = await system.db.prisma.holder.findFirstOrThrow({ where: { federalTaxId: { not: null } } });
  if (federalTaxId === null) throw new Error('No holder has a tax id.');
  await provokeRequestErrors(system, problems, lines, federalTaxId);
  await provokeNetworkErrors(system, lines);
  await provokeDatabaseErrors(system, problems, lines);
  const numbers = lines.flatMap(({ msisdn, iccid, imsi }) => [msisdn.slice(1), iccid, imsi]);
  return [
    ...numbers,
    foreignImsi,
    federalTaxId,
    system.key,
    system.operatorKey,
    wrongKey,
    new URL(system.db.pool.options.connectionString ?? '').password,
  ];
}

async function provokeRequestErrors(
  { client, key }: WatchedSystem,
  { keep }: Responses,
  [line]: readonly KnownLine[],
  federalTaxId: string,
): Promise<void> {
  const { msisdn = '', iccid = '', imsi = '' } = line ?? {};
  await keep(client.send('GET', `/lines/${encodeURIComponent(msisdn)}`));
  await keep(client.send('POST', `/lines/${imsi}/block`));
  await keep(client.send('GET', `/lines?msisdn=${iccid}&federalTaxId=${federalTaxId}&api_key=${key}`));
  await keep(client.send('GET', `/somewhere/${key}/${federalTaxId}`));
  await keep(client.send('PATCH', `/lines/${line?.id}`, { body: { msisdn, iccid, holder: { federalTaxId }, key } }));
  await keep(client.send('GET', '/lines', { headers: { 'X-API-Key': wrongKey } }));
  await keep(client.send('GET', '/lines', { headers: { 'X-API-Key': '', Authorization: `Bearer ${key}` } }));
  await keep(
    client.send('POST', `/lines/${line?.id}/block?notBefore=${msisdn}`, {
      headers: { 'Idempotency-Key': msisdn, 'X-Correlation-Id': imsi },
    }),
  );
}

async function provokeNetworkErrors(
  { network, client, db, waitForOrder }: WatchedSystem,
  [, refused, unknown, unreachable]: readonly KnownLine[],
): Promise<void> {
  await network.injectFault({
    fault: 'refuse',
    code: 'refused',
    times: 'always',
    match: { imsi: refused?.imsi ?? '' },
  });
  const first = await client.placeOrder('block', refused?.id ?? '');
  await db.prisma.line.update({ where: { id: unknown?.id ?? '' }, data: { imsi: foreignImsi } });
  const second = await client.placeOrder('block', unknown?.id ?? '');
  for (const id of [first, second]) await waitForOrder(id, 'FAILED');
  await network.injectFault({
    fault: 'unavailable',
    ms: 500,
    times: 'always',
    match: { imsi: unreachable?.imsi ?? '' },
  });
  await client.placeOrder('delete', unreachable?.id ?? '');
}

async function provokeDatabaseErrors(
  system: WatchedSystem,
  { keep }: Responses,
  [, , , , stuck, refused]: readonly KnownLine[],
): Promise<void> {
  await system.db.pool.query(leakyTrigger(`NEW.status = 'BLOCKED' OR NEW.id = '${refused?.id}'`));
  await keep(system.client.send('POST', `/lines/${refused?.id}/block`));
  await system.client.placeOrder('block', stuck?.id ?? '');
  await waitUntil('the worker has logged the failed job', () =>
    system.listLogLines().some((text) => text.includes('job failed')),
  );
  await system.db.pool.query('DROP TRIGGER leak ON line');
  await system.waitUntilSettled();
}
