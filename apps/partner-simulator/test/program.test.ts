import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { compileCache } from '@linework/testing/programs/process-settings';
import { takesLong } from '@linework/testing/run/takes-long';
import {
  partnerUrls,
  type RunningPartnerSimulator,
  startPartnerSimulator,
} from '@linework/testing/simulators/start-partner-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

takesLong('much-work');

interface ReceivedCall {
  readonly path: string | undefined;
  readonly key: string | string[] | undefined;
  readonly body: unknown;
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let folder: string;
let running: RunningPartnerSimulator[];
let linework: Server;
let receivedCalls: ReceivedCall[];
/** The next responses of Linework; 202 after the last one. */
let responseStatuses: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partner-simulator-'));
  running = [];
  receivedCalls = [];
  responseStatuses = [];
  linework = createServer(async (request, response) => {
    receivedCalls.push({ path: request.url, key: request.headers['x-api-key'], body: await json(request) });
    response.writeHead(responseStatuses.shift() ?? 202).end('{}');
  });
  await new Promise<void>((listening) => linework.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  for (const simulator of running) await simulator.stop();
  linework.closeAllConnections();
  linework.close();
  await rm(folder, { recursive: true });
});

const lineworkUrl = () => `http://127.0.0.1:${(linework.address() as AddressInfo).port}`;
async function start(answerAfterMs = 50) {
  const settings = { LINEWORK_URL: lineworkUrl(), LINEWORK_KEY: 'lw_partners' };
  const simulator = await startPartnerSimulator({
    stateFile: join(folder, 'partners.ndjson'),
    responseDelayMs: answerAfterMs,
    settings,
  });
  running.push(simulator);
  const partners = createHttpPartners({ ...partnerUrls(simulator.url), PARTNER_TIMEOUT_MS: 60_000 });
  return { simulator, client: simulator.client, partners };
}

const uuid = () => crypto.randomUUID();
const aMethod = (token: string) => ({ methodId: uuid(), type: 'CARD', token }) as const;
const aCharge = (token: string) => ({ paymentId: uuid(), token, amount: '59.90', currency: 'BRL' }) as const;
const aBilhete = () => ({
  portInId: uuid(),
  msisdn: '+5511987650000',
  donor: '55321',
  federalTaxId: '52998224725',
  windowFrom: new Date('2026-12-01T12:00:00Z'),
  windowUntil: new Date('2026-12-01T13:00:00Z'),
});

describe('the program', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('has its effects and their keys after %s', async (signal) => {
    const { simulator, client, partners } = await start();
    const [method, charge] = [aMethod('tok_ok'), aCharge('tok_ok')];
    const answer = await partners.paymentProvider.registerMethod({ key: method.methodId }, method);
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    const requestLog = await client.requestLog();
    const exited = once(simulator.process, 'exit');
    simulator.process.kill(signal);
    await exited;

    const again = await start();
    expect(await again.partners.paymentProvider.findMethod(method.methodId)).toEqual(answer);
    expect(await again.partners.paymentProvider.charge({ key: charge.paymentId }, charge)).toEqual({
      status: 'CONFIRMED',
    });
    expect(await again.client.requestLog()).toEqual(requestLog);
  });

  it('runs pending actions after the next start', async () => {
    const before = await start(1_000);
    const [charge, bilhete] = [aCharge('tok_later'), aBilhete()];
    await before.partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    await before.partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    await before.simulator.stop();

    const after = await start();
    await expect
      .poll(() => after.partners.paymentProvider.findPayment(charge.paymentId))
      .toEqual({ status: 'CONFIRMED' });
    await expect
      .poll(() => after.partners.clearingHouse.findBilhete(bilhete.portInId))
      .toMatchObject({ status: 'ACCEPTED' });
  });

  it('notifies Linework with its key of the changed record', async () => {
    const { client, partners } = await start();
    const [method, charge, bilhete] = [aMethod('tok_pending'), aCharge('tok_later'), aBilhete()];
    await partners.paymentProvider.registerMethod({ key: method.methodId }, method);
    await client.decideMethod(method.methodId, 'refuse');
    await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    await partners.clearingHouse.request({ key: bilhete.portInId }, bilhete);
    const key = 'lw_partners';
    await expect.poll(() => receivedCalls).toHaveLength(3);
    expect(receivedCalls).toEqual(
      expect.arrayContaining([
        { path: '/payments/notifications', key, body: { paymentMethodId: method.methodId } },
        { path: '/payments/notifications', key, body: { paymentId: charge.paymentId } },
        { path: '/portability/notifications', key, body: { portInId: bilhete.portInId } },
      ]),
    );
  });

  it('repeats a notification that failed, but not one that a fault dropped', async () => {
    const { client, partners } = await start();
    const [lost, notified] = [aCharge('tok_wait'), aCharge('tok_wait')];
    for (const charge of [lost, notified]) await partners.paymentProvider.charge({ key: charge.paymentId }, charge);
    const fault = await client.injectFault({
      fault: 'unavailable',
      times: 1,
      match: { operation: 'notify', id: lost.paymentId },
    });
    await client.changeCharge(lost.paymentId, 'settle');
    await client.waitForFault(fault);
    responseStatuses = [503, 503];
    await client.changeCharge(notified.paymentId, 'settle');
    await expect.poll(() => receivedCalls.length).toBe(3);
    expect(new Set(receivedCalls.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ paymentId: notified.paymentId })]),
    );
  });

  it('requests a port-out from Linework', async () => {
    const { client } = await start();
    const ticket = await client.startPortOut({
      msisdn: '+5511987650001',
      recipient: '55341',
      windowFrom: '2026-12-01T12:00:00Z',
    });
    const body = { ticket, msisdn: '+5511987650001', recipient: '55341', windowFrom: '2026-12-01T12:00:00Z' };
    expect(receivedCalls).toEqual([{ path: '/portability/port-outs', key: 'lw_partners', body }]);
  });

  it('reports in one sentence that its state cannot be read', async () => {
    await appendFile(join(folder, 'partners.ndjson'), '{"kind":"other"}\n');
    const child = fork(main, {
      env: { ...compileCache, PORT: '0', STATE_FILE: join(folder, 'partners.ndjson') },
      execArgv: [],
      silent: true,
    });
    expect(await text(child.stderr as Readable)).toMatch(/^Cannot start: STATE_FILE cannot be read: line 1 of .*\n$/);
  });

  it('logs events without a token, a number or a tax id', async () => {
    const child = fork(main, { env: { ...compileCache, PORT: '0' }, execArgv: [], silent: true });
    // With `silent` it is a pipe.
    const log = text(child.stdout as Readable);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const { paymentProvider, clearingHouse } = createHttpPartners({
      ...partnerUrls(`http://127.0.0.1:${port}`),
      PARTNER_TIMEOUT_MS: 60_000,
    });
    const [charge, bilhete] = [aCharge('tok_ok_secret'), aBilhete()];
    await paymentProvider.charge({ key: charge.paymentId }, charge);
    await paymentProvider.charge({ key: 'another' }, charge).catch(() => undefined);
    await clearingHouse.request({ key: bilhete.portInId }, bilhete);
    child.kill('SIGTERM');
    const lines = await log;
    expect(lines).toContain(charge.paymentId);
    expect(lines).toContain('payment-exists');
    for (const secret of [charge.token, bilhete.msisdn.slice(-8), bilhete.federalTaxId])
      expect(lines).not.toContain(secret);
  });
});
