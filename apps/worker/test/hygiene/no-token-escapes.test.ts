import type { ClientResponse } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { RunningPartnerSimulator } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingInSchema } from './everything-in-schema.ts';

const federalTaxId = '52998224725';
const otherTaxId = '11144477735';
const cardNumber = '4111111111111111';
const formattedCardNumber = '5500 0000 0000 0004';
const token = (begin: string) => `${begin}_Zq7pL0vX2hR9`;
const tokens = ['tok_ok', 'tok_refused', 'tok_pending', 'tok_declined'].map(token);
const secrets = [federalTaxId, otherTaxId, cardNumber, '4111 1111', formattedCardNumber, '0000 0004', 'Zq7pL0vX2hR9'];

/** A trigger that rejects changes of a payment method with an error that contains its token. */
const leakyTrigger = `
  CREATE FUNCTION leak() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'method % cannot move', NEW.id USING DETAIL = format('Failing row contains (%s, %s).', NEW.id, NEW.token);
  END $$;
  CREATE TRIGGER leak BEFORE UPDATE ON payment_method FOR EACH ROW EXECUTE FUNCTION leak()`;

describe('no token, number of a card or tax id', () => {
  let system: System;
  let worker: WorkerProcess;
  let partners: RunningPartnerSimulator;
  const problems: string[] = [];
  beforeAll(async () => {
    system = await startSystem({ settings: { LOG_LEVEL: 'trace' } });
    [worker, partners] = await Promise.all([system.startWorker(), system.partners()]);
    const customerId = await aCustomer();
    await provokeRequestErrors(customerId);
    await provokePartnerErrors(customerId);
    await provokeDatabaseErrors(customerId);
  });
  afterAll(() => system?.close());

  const readId = ({ text }: ClientResponse) => (JSON.parse(text) as { readonly id: string }).id;
  const ask = (path: string, body: unknown) => system.client.send('POST', path, { body });

  async function keepProblem(request: Promise<ClientResponse>): Promise<void> {
    const { status, text } = await request;
    expect(status, text).toBeGreaterThanOrEqual(400);
    problems.push(text);
  }

  async function aCustomer(): Promise<string> {
    const response = await ask('/holders', { name: 'Ana Souza', federalTaxId });
    expect(response.status, response.text).toBe(201);
    return readId(response);
  }

  async function aMethod(customerId: string, ofToken: string): Promise<string> {
    const response = await ask('/payment-methods', { customerId, type: 'CARD', token: ofToken });
    expect(response.status, response.text).toBe(201);
    return readId(response);
  }

  const statusOf = async (id: string) => (await system.db.prisma.paymentMethod.findUniqueOrThrow({ where: { id } })).status;
  const becomes = (id: string, status: string) => waitUntil(`the method is ${status}`, async () => (await statusOf(id)) === status);

  async function provokeRequestErrors(customerId: string): Promise<void> {
    await keepProblem(ask('/holders', { name: 'Ana Souza', federalTaxId }));
    await keepProblem(ask('/holders', { name: 'Bruno Lima', federalTaxId: `${otherTaxId}9` }));
    for (const number of [cardNumber, formattedCardNumber]) {
      await keepProblem(ask('/payment-methods', { customerId, type: 'CARD', token: number }));
      await keepProblem(ask('/payment-methods', { customerId, type: 'CARD', token: 'tok_x', metadata: { note: `card ${number}`, [number]: 1 } }));
      await keepProblem(ask('/payments/notifications', { paymentId: number }));
    }
    await keepProblem(ask('/payment-methods', { customerId, type: 'CARD', token: token('tok_ok'), tokens }));
    await keepProblem(system.client.send('GET', `/holders?federalTaxIds=${federalTaxId}&card=${cardNumber}`));
  }

  async function provokePartnerErrors(customerId: string): Promise<void> {
    await partners.client.injectFault({ fault: 'error-after', match: { operation: 'payments.register-method' } });
    await partners.client.injectFault({ fault: 'drop-after', match: { operation: 'payments.register-method' } });
    const ids = await Promise.all(tokens.map((ofToken) => aMethod(customerId, ofToken)));
    const [active = '', , pending = ''] = ids;
    await becomes(active, 'ACTIVE');
    await waitUntil('the provider knows the pending method', async () => (await partners.client.requestLog({ id: pending })).length > 0);
    await partners.client.decideMethod(pending, 'approve');
    await becomes(pending, 'ACTIVE');
    await keepProblem(ask('/payment-methods', { customerId, type: 'CARD', token: token('tok_ok') }));
  }

  async function provokeDatabaseErrors(customerId: string): Promise<void> {
    await system.db.pool.query(leakyTrigger);
    await aMethod(customerId, token('tok_last'));
    await waitUntil('the worker has logged the error', () => worker.lines.some((text) => text.includes('cannot move')));
    await system.db.pool.query('DROP TRIGGER leak ON payment_method');
  }

  function expectClean(texts: readonly string[]): void {
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.flatMap((text) => secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret}: ${text}`))).toEqual([]);
  }

  it('is in a log line', () => expectClean([...system.api.lines, ...worker.lines]));

  it('is in a problem', () => expectClean(problems));

  it('is in a queue', async () => expectClean(await everythingInSchema(system.db, 'bullmq')));

  it('is in an event', async () => {
    const { rows } = await system.db.pool.query<{ text: string }>('SELECT to_jsonb(event)::text AS text FROM event');
    expectClean(rows.map(({ text }) => text));
  });

  it('is in the metrics', async () => {
    const pages = [`${worker.url}/metrics`, `${system.api.adminUrl}/metrics`];
    expectClean(await Promise.all(pages.map(async (page) => (await fetch(page, { headers: { 'X-API-Key': system.operatorKey } })).text())));
  });
});
