import { changeResource } from '@linework/inventory/resources/change-resource';
import { cleanStoredResponses } from '@linework/secrets/clean-stored-responses';
import type { OpenSecrets } from '@linework/secrets/open-sealed';
import { sealAttributes } from '@linework/secrets/seal-attributes';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { aKeyPair, createSecretKeys, testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { withSecrets } from '@linework/testing/secrets/with-secrets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLine } from '../../src/commands/create-line.ts';
import { placeOrder } from '../../src/commands/place-order.ts';
import type { SimKeys } from '../../src/model/systems.ts';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { provisionLine } from '../../src/order-types/provision-line.ts';
import { swapSim } from '../../src/order-types/swap-sim.ts';
import { dumpTables } from './dump-tables.ts';

/** The keys of a SIM that the network received, by IMSI. */
const receivedKeys = new Map<string, SimKeys | undefined>();
const held: { opener: OpenSecrets; wantsSimKeys: boolean } = {
  opener: testSecretKeys().openSealed,
  wantsSimKeys: true,
};
let engine: TestEngine;
beforeAll(async () => {
  engine = await createTestEngine({
    orderTypes: allOrderTypes,
    systemsOn: (network) => ({
      openSealed: (sealed) => held.opener(sealed),
      network: {
        ...network,
        get wantsSimKeys() {
          return held.wantsSimKeys;
        },
        createSubscriber(call, subscriber) {
          receivedKeys.set(subscriber.imsi, subscriber.keys);
          return network.createSubscriber(call, subscriber);
        },
        changeImsi(call, imsi, newImsi, newSim) {
          receivedKeys.set(newImsi, newSim?.keys);
          return network.changeImsi(call, imsi, newImsi);
        },
      },
    }),
  });
});
afterAll(() => engine.close());

const simOf = (id: string) => engine.db.prisma.resource.findUniqueOrThrow({ where: { id } });

/** A new line with a number and a SIM with keys. */
async function aLineOf({ attributes }: { readonly attributes?: object } = {}) {
  const numbers = await aPool(engine.db, { count: 1 });
  const { brokerId } = numbers;
  const sims = await aPool(engine.db, {
    brokerId,
    type: 'SIM',
    count: 1,
    withKeys: attributes === undefined,
    ...(attributes && { attributes: [attributes] }),
  });
  const [simId = ''] = sims.resourceIds;
  const [{ id: holderId }, sim] = [await aHolder(engine.db, { brokerId }), await simOf(simId)];
  const place = async () => {
    const input = {
      holderId,
      msisdn: { poolId: numbers.id },
      sim: { poolId: sims.id },
      activate: true,
      metadata: {},
      orderType: provisionLine,
    };
    return createLine(engine.deps, { caller: aCallerOf({ id: brokerId }), correlationId: 'c', ...input });
  };
  return { brokerId, simId, iccid: sim.externalCode, imsi: (sim.attributes as { imsi: string }).imsi, place };
}

const k = (iccid: string) => ({ k: deriveTestKeys(iccid).ki, opc: deriveTestKeys(iccid).opc });

describe('the secrets of a SIM', () => {
  it('are sent to a network that needs them, when a line is created and when its SIM is swapped', async () => {
    const { place, imsi, iccid, brokerId } = await aLineOf();
    const { orderId, line } = await place();
    expect(await engine.runUntilSettled(orderId)).toMatchObject({ status: 'COMPLETED' });
    expect(receivedKeys.get(imsi)).toEqual(k(iccid));

    const sims = await aPool(engine.db, { brokerId, type: 'SIM', count: 1, withKeys: true });
    const swap = {
      orderType: swapSim,
      caller: aCallerOf({ id: brokerId }),
      lineId: line.id,
      correlationId: 'c',
      claims: [{ type: 'SIM' as const, from: { poolId: sims.id } }],
    };
    expect(await engine.runUntilSettled((await placeOrder(engine.deps, swap)).orderId)).toMatchObject({
      status: 'COMPLETED',
    });
    const sim = await simOf(sims.resourceIds[0] ?? '');
    expect(receivedKeys.get((sim.attributes as { imsi: string }).imsi)).toEqual(k(sim.externalCode));
  });

  it('are not decrypted for a network that does not need them', async () => {
    const { place, imsi } = await aLineOf();
    held.wantsSimKeys = false;
    held.opener = () => Promise.reject(new Error('The secrets were decrypted.'));
    expect(await engine.runUntilSettled((await place()).orderId)).toMatchObject({ status: 'COMPLETED' });
    expect([receivedKeys.has(imsi), receivedKeys.get(imsi)]).toEqual([true, undefined]);
    Object.assign(held, { wantsSimKeys: true, opener: testSecretKeys().openSealed });
  });

  async function failureOf(orderId: string) {
    const { status, steps } = await engine.runUntilSettled(orderId);
    return { status, errors: steps.flatMap(({ error, attempt }) => (error ? [{ code: error['code'], attempt }] : [])) };
  }

  it('fail the step without retries where the worker has another key', async () => {
    const { place, imsi } = await aLineOf();
    held.opener = createSecretKeys([aKeyPair()]).openSealed;
    const { orderId } = await place();
    expect(await failureOf(orderId)).toMatchObject({ errors: [{ code: 'secret-key-unknown', attempt: 1 }] });
    expect(receivedKeys.has(imsi)).toBe(false);
    held.opener = testSecretKeys().openSealed;
  });

  it('fail the step without retries where they were changed or copied from another SIM', async () => {
    const [changed, copied, other] = [await aLineOf(), await aLineOf(), await aLineOf()];
    await engine.db.pool.query(
      `SET session_replication_role = replica;
       UPDATE resource_secret
       SET ciphertext = set_byte(ciphertext, 20, get_byte(ciphertext, 20) # 1)
       WHERE resource_id = '${changed.simId}';
       RESET session_replication_role`,
    );
    await engine.db.pool.query(`SET session_replication_role = replica;
      UPDATE resource_secret
      SET ciphertext = o.ciphertext, data_key_id = o.data_key_id
      FROM resource_secret o
      WHERE o.resource_id = '${other.simId}' AND resource_secret.resource_id = '${copied.simId}';
      RESET session_replication_role`);
    for (const { place, imsi } of [changed, copied]) {
      expect(await failureOf((await place()).orderId)).toMatchObject({
        errors: [{ code: 'secret-unreadable', attempt: 1 }],
      });
      expect(receivedKeys.has(imsi)).toBe(false);
    }
  });

  it('are immutable', async () => {
    const { simId } = await aLineOf();
    const changing = engine.db.prisma.resourceSecret.update({
      where: { resourceId: simId },
      data: { ciphertext: new Uint8Array(40) },
    });
    await expect(changing).rejects.toThrow('written once');
  });

  it('among old attributes are moved in batches, and no plaintext is left', async () => {
    await engine.db.pool.query(
      "UPDATE resource_type SET secrets_guarded = false, secrets_sealed = false WHERE code = 'SIM'",
    );
    const [ki, opc, puk1, pin] = ['0f'.repeat(16), 'a9'.repeat(16), '83719462', 4711];
    const imsis = Array.from({ length: 6 }, (_, at) => `72499000000010${at}`);
    const unusual: Readonly<Record<number, object>> = {
      4: { card: { OPc: opc, PIN2: 'nine' } },
      5: { ki: null, opc: null },
    };
    const old = await Promise.all(
      imsis.map((imsi, at) =>
        aLineOf({ attributes: { imsi, ...(unusual[at] ?? { ki, opc, PUK1: puk1, pin, tier: 'gold' }) } }),
      ),
    );
    const answer = { id: old[0]?.simId, attributes: { imsi: imsis[0], ki, opc, PUK1: puk1 } };
    await engine.db.prisma.idempotencyRecord.create({
      data: {
        ownerId: old[0]?.brokerId ?? '',
        key: 'of old',
        fingerprint: new Uint8Array(32),
        status: 201,
        headers: {},
        body: JSON.stringify(answer),
      },
    });
    // Before the move a line is created with the plaintext secrets.
    expect(await engine.runUntilSettled((await old[0]?.place())?.orderId ?? '')).toMatchObject({ status: 'COMPLETED' });
    expect(receivedKeys.get(imsis[0] ?? '')).toEqual({ k: ki, opc });

    // An attribute with a nested secret cannot change either, because the event would store it.
    const { simId: resourceId = '', brokerId = '' } = old[4] ?? {};
    const change = { caller: aCallerOf({ id: brokerId }), resourceId, attributes: { card: null } };
    await expect(changeResource(engine.db, change)).rejects.toMatchObject({ code: 'secret-written-once' });

    const [count, again] = await Promise.all([
      sealAttributes(engine.db, testSecretKeys().wrapper, { batchSize: 2 }),
      sealAttributes(engine.db, testSecretKeys().wrapper),
    ]);
    expect(count + again).toBe(6);
    expect(await cleanStoredResponses(engine.db, { batchSize: 1 })).toBe(1);
    expect([await sealAttributes(engine.db, testSecretKeys().wrapper), await cleanStoredResponses(engine.db)]).toEqual([
      0, 0,
    ]);

    const everything = await dumpTables(engine.db);
    for (const secret of [ki, opc, puk1, '"pin": 4711', 'nine'])
      expect(everything.filter((text) => text.includes(secret))).toEqual([]);
    expect(await simOf(old[1]?.simId ?? '')).toMatchObject({ attributes: { imsi: imsis[1], tier: 'gold' } });
    expect(await engine.db.prisma.idempotencyRecord.findFirst({ where: { key: 'of old' } })).toMatchObject({
      body: expect.stringContaining(imsis[0] ?? ''),
    });

    for (const at of [1, 5])
      expect(await engine.runUntilSettled((await old[at]?.place())?.orderId ?? '')).toMatchObject({
        status: 'COMPLETED',
      });
    expect(receivedKeys.get(imsis[1] ?? '')).toEqual({ k: ki, opc });
    // Null is neither a secret nor a key.
    expect([receivedKeys.has(imsis[5] ?? ''), receivedKeys.get(imsis[5] ?? '')]).toEqual([true, undefined]);
  });

  it('are rejected among attributes by the database itself, in any case and by any writer', async () => {
    for (const attributes of [{ ki: 'x' }, { OPC: 'x' }, { card: [{ inner: { Puk1: 'x' } }] }]) {
      await expect(aPool(engine.db, { type: 'SIM', count: 1, attributes: [attributes] })).rejects.toThrow(
        'attributes of a resource hold a secret',
      );
      const { simId, imsi } = await aLineOf();
      // The IMSI stays, because another trigger protects it.
      const change = engine.db.prisma.resource.update({
        where: { id: simId },
        data: { attributes: { imsi, ...attributes } },
      });
      await expect(change).rejects.toThrow('attributes of a resource hold a secret');
    }
    await withSecrets(
      engine.db,
      (await aPool(engine.db, { count: 1, attributes: [{ ki: 'of no SIM' }] })).resourceIds[0] ?? '',
      { any: 'x' },
    );
  });
});
