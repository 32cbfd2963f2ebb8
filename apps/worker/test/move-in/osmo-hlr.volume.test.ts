import { randomUUID } from 'node:crypto';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { advanceMoveIns } from '@linework/move-in/advance-move-ins';
import { buildExample, formatExampleFile } from '@linework/move-in/example-files';
import { decideMoveIn, requestStage } from '@linework/move-in/move-ins';
import { uploadFile } from '@linework/move-in/upload-file';
import { createOsmoHlrNetwork } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import { aTestDb } from '@linework/testing/a-test-db';
import { anEmptyInstallation, rowsOf } from '@linework/testing/an-empty-installation';
import { needs } from '@linework/testing/run/needs';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lieInRegister } from './support/planted-lies.ts';

needs('osmo-hlr');

const lineCount = Number(process.env['MOVE_IN_LINES'] ?? 2_000);
const each = lineCount / 100;

let hlr: OsmoHlrServer;
beforeAll(async () => {
  hlr = await startOsmoHlr();
});
afterAll(() => hlr?.stop());

const keysOf = (iccid: string) => ({ k: iccid.padStart(32, '0'), opc: iccid.padEnd(32, 'f') });

it('names what OsmoHLR has otherwise, and adopts its lines without a command to it', async () => {
  const db = await aTestDb();
  const base = await anEmptyInstallation(db);
  const { rows, register } = buildExample(lineCount);
  const sims = rows.sims.map((sim): Readonly<Record<string, string>> => {
    const { k, opc } = keysOf(sim['iccid'] ?? '');
    return { ...sim, ki: k, opc };
  });
  const ctrl = { host: hlr.host, port: 4259 };
  const open = createOsmoHlrNetwork({ vty: { host: hlr.host, port: 4258 }, ctrl, timeoutMs: 600_000 });
  const iccids = new Map(sims.map(({ imsi = '', iccid = '' }) => [imsi, iccid]));
  const wrongKeys = new Set(sims.filter((_, at) => at % 100 === 95).map(({ imsi = '' }) => imsi));
  const registered = lieInRegister(register);
  await Promise.all(
    registered.map((subscriber) => {
      const keys = keysOf(wrongKeys.has(subscriber.imsi) ? '8' : (iccids.get(subscriber.imsi) ?? ''));
      return open.createSubscriber({ key: `${randomUUID()}:execute` }, { ...subscriber, keys });
    }),
  );
  const readAll = () => Promise.all(registered.map(({ imsi }) => open.findSubscriber(imsi)));
  const before = await readAll();

  // Commands go over VTY, and at this port there is none. Only the list is read there.
  const network = {
    ...createOsmoHlrNetwork({ vty: { host: hlr.host, port: 1 }, ctrl, timeoutMs: 60_000 }),
    ...(open.listSubscribers && { listSubscribers: open.listSubscribers }),
  };
  const { openSealed, wrapper } = testSecretKeys();
  const { id } = await base.open();
  const run = async (stage: 'check' | 'compare' | 'adopt') => {
    await requestStage(db, { caller: base.caller, moveInId: id }, stage);
    await advanceMoveIns({ db, network, openSealed, log: { info: () => undefined } }, () => false);
    return base.find(id);
  };
  const { sims: _, ...others } = rows;
  await base.uploadAll(id, others);
  const chunks = (async function* () {
    yield Buffer.from(formatExampleFile(sims));
  })();
  const file = { mediaType: 'text/csv', chunks } as const;
  await uploadFile(db, { caller: base.caller, moveInId: id, kind: 'sims', file, keyWrapper: wrapper });
  expect((await run('check')).findings).toEqual([]);
  const startedMs = performance.now();
  const compared = await run('compare');
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  expect(compared.progress.registerListedAt).toBeDefined();
  expect(Object.fromEntries(compared.findings.map(({ code, count }) => [code, count]))).toEqual({
    'not-on-network': each,
    'other-number': each,
    'other-service-state': each,
    'other-keys': each,
  });
  for (const { code } of compared.findings)
    await decideMoveIn(db, { caller: base.caller, moveInId: id, code, decision: 'leave-out', reason: 'Planted.' });
  expect(await run('adopt')).toMatchObject({ status: 'ADOPTED' });
  const counts = 'SELECT (SELECT count(*)::int FROM line) AS lines, (SELECT count(*)::int FROM orders) AS orders';
  expect(await rowsOf(db, counts)).toEqual([{ lines: lineCount - 4 * each, orders: 0 }]);
  expect(await readAll()).toEqual(before);
  if (process.env['MOVE_IN_LINES']) console.log(JSON.stringify({ lineCount, compareSeconds: seconds }));
});
