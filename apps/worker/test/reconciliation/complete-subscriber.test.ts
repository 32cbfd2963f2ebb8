import { PermanentError } from '@linework/engine/model/system-errors';
import { placeOrder } from '@linework/lines/commands/place-order';
import type { Network } from '@linework/lines/model/systems';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { reconcileLine } from '@linework/lines/order-types/reconcile-line';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { withSecrets } from '@linework/testing/secrets/with-secrets';
import { afterAll, beforeAll, expect, it } from 'vitest';

let engine: TestEngine;
let line: TestLineWithResources;
/** What the register does in a test. */
let register: Partial<Network>;
const k = '00112233445566778899aabbccddeeff';

beforeAll(async () => {
  engine = await createTestEngine({
    orderTypes: allOrderTypeVersions,
    systemsOn: (other) => ({
      network: new Proxy<Network>(other, { get: (_, name) => Reflect.get({ ...other, ...register }, name) }),
      openSealed: testSecretKeys().openSealed,
    }),
  });
  line = await aLineWithResources(engine.db, 'ACTIVE');
  await withSecrets(engine.db, line.simId, { ki: k, opc: k });
});
afterAll(() => engine?.close());

async function repair() {
  const order = { orderType: reconcileLine, caller: anOperator(), lineId: line.id, correlationId: 'c' };
  const { orderId } = await placeOrder(engine.deps, order);
  const { status, steps } = await engine.runUntilSettled(orderId);
  return { status, code: steps.find(({ error }) => error)?.error?.code };
}

const found = () => ({ imsi: line.imsi, msisdn: line.msisdn, serviceState: 'active' }) as const;

it('completes no subscriber without a number that is not ours', async () => {
  const created: unknown[] = [];
  register = {
    findSubscriber: async () => ({ ...found(), msisdn: '' }),
    inspectSubscriber: async () => undefined,
    createSubscriber: async (...call) => void created.push(call),
  };
  expect(await repair()).toEqual({ status: 'ROLLED_BACK', code: 'foreign-subscriber' });
  expect(created).toEqual([]);
});

it('does not say that it has repaired a subscriber with another OPc', async () => {
  const keys = { k: k.toUpperCase(), opc: k.replace('00', '11') };
  register = {
    wantsSimKeys: true,
    findSubscriber: async () => ({ ...found(), keys }),
    inspectSubscriber: async () => ({ isInService: true, serviceStates: ['active'] }),
    createSubscriber: () => Promise.reject(new PermanentError('keys-differ', 'The register has other keys.')),
  };
  expect(await repair()).toEqual({ status: 'ROLLED_BACK', code: 'keys-differ' });
  register = { ...register, findSubscriber: async () => ({ ...found(), keys: { k, opc: k.toUpperCase() } }) };
  expect(await repair()).toMatchObject({ status: 'COMPLETED' });
});
