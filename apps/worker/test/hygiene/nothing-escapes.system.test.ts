import { findFreePort } from '@linework/local-servers/find-free-port';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingInSchema } from './everything-in-schema.ts';
import { keepResponses } from './keep-responses.ts';
import { plantNumbers } from './plant-numbers.ts';
import { paymentSecrets, plantPaymentSecrets } from './plant-payment-secrets.ts';
import { plantSimSecrets, simSecrets } from './plant-sim-secrets.ts';
import { startWatchedSystem, type WatchedSystem } from './start-watched-system.ts';

describe.concurrent.each(['redis', 'postgres'] as const)('with the queues in %s,', (queues) => {
  if (queues === 'redis') needs('redis');
  let system: WatchedSystem;
  let numbers: readonly string[];
  const problems = keepResponses();
  const paymentProblems = keepResponses();
  const simResponses = keepResponses();
  beforeAll(async () => {
    system = await startWatchedSystem(queues);
    // The calls must not time out, because each retry would wait longer than the one before.
    await system.replaceWorker({ STEP_TIMEOUT_MS: '2000', LEASE_MS: '4000' });
    numbers = await plantNumbers(system, problems);
    await plantPaymentSecrets(system, paymentProblems);
    // This network needs the keys of SIMs, so the worker decrypts them. It is unavailable.
    const freeAddress = async () => `127.0.0.1:${await findFreePort()}`;
    await system.replaceWorker({
      NETWORK: 'osmo-hlr',
      OSMO_HLR_VTY: await freeAddress(),
      OSMO_HLR_CTRL: await freeAddress(),
    });
    await plantSimSecrets(system, simResponses);
  });
  afterAll(() => system?.close());

  function expectWithout(secrets: readonly string[], texts: readonly string[]): void {
    expect(texts.length).toBeGreaterThan(0);
    const leaks = texts.flatMap((text) =>
      secrets
        .filter((secret) => secret !== '' && text.toLowerCase().includes(secret.toLowerCase()))
        .map((secret) => `${secret}: ${text}`),
    );
    expect(leaks).toEqual([]);
  }

  describe('no number and no key', () => {
    it('is in a log line', () => {
      const lines = system.listLogLines();
      expect(lines.filter((text) => text.includes('cannot move'))).not.toEqual([]);
      expectWithout(numbers, lines);
    });

    it('is in a problem', () => expectWithout(numbers, problems.texts));

    it('is in a queue: not in a key, a payload, or the reason of a failure', async () => {
      const contents = await system.readQueues();
      expect(contents.filter((text) => text.includes('cannot move'))).not.toEqual([]);
      expectWithout(numbers, contents);
    });

    it('is in the metrics or on the board', async () => {
      const pages = await system.readPages();
      expect(pages.join('\n')).toContain('advance-order');
      expectWithout(numbers, pages);
    });
  });

  describe('no token, number of a card or tax id', () => {
    it('is in a log line', () => expectWithout(paymentSecrets, system.listLogLines()));

    it('is in a problem', () => expectWithout(paymentSecrets, paymentProblems.texts));

    it('is in a queue', async () => expectWithout(paymentSecrets, await system.readQueues()));

    it('is in an event', async () => {
      const { rows } = await system.db.pool.query<{ text: string }>('SELECT to_jsonb(event)::text AS text FROM event');
      expectWithout(
        paymentSecrets,
        rows.map(({ text }) => text),
      );
    });

    it('is in the metrics or on the board', async () => expectWithout(paymentSecrets, await system.readPages()));
  });

  describe('no K, OPc, PIN or PUK of a SIM', () => {
    it('is in a log line', () => expectWithout(simSecrets, system.listLogLines()));

    it('is in a response', () => expectWithout(simSecrets, simResponses.texts));

    it('is in a row', async () => expectWithout(simSecrets, await everythingInSchema(system.db, 'public')));

    it('is in a queue', async () => expectWithout(simSecrets, await system.readQueues()));

    it('is in the metrics or on the board', async () => expectWithout(simSecrets, await system.readPages()));
  });
});
