import { createHash } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { createPool } from '@linework/inventory/pools/create-pool';
import { insertResources } from '@linework/inventory/resources/insert-resources';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { sealBatch } from '@linework/secrets/seal-batch';
import { v7 as newId } from 'uuid';
import type { DemoTools } from './demo-context.ts';
import { demoSim } from './demo-sim.ts';

export interface DemoPools {
  readonly numbers: string;
  readonly sims: string;
}

/** A number and a SIM of the demo's pools that belong together. */
export interface DemoPair {
  readonly numberId: string;
  readonly simId: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** The number of resources in each pool of a demo broker. */
export const poolSize = 2_000;
/** High enough that a user can trigger the low-availability event. */
const lowAvailabilityThreshold = 100;

/**
 * Creates a pool of numbers and a pool of SIMs for a broker. Returns the pools and their resources. `number` identifies
 * the broker.
 */
export async function seedPools(
  { db, keyWrapper }: Pick<DemoTools, 'db' | 'keyWrapper'>,
  { caller, brokerId, number }: { readonly caller: Caller; readonly brokerId: string; readonly number: number },
): Promise<{ pools: DemoPools; pairs: readonly DemoPair[] }> {
  const pairs = Array.from({ length: poolSize }, (_, at) => ({
    numberId: newId(),
    simId: newId(),
    ...demoSim(number * poolSize + at),
  }));
  const numbers = await createPool(db, {
    caller,
    typeId: msisdnTypeId,
    brokerId,
    name: 'Numbers',
    lowAvailabilityThreshold,
  });
  const sims = await createPool(db, { caller, typeId: simTypeId, brokerId, name: 'SIMs', lowAvailabilityThreshold });
  const plain = { location: null, metadata: '{}', attributes: '{}', reservationTtl: null, quarantineTtl: null };
  await insertResources(
    db,
    numbers,
    pairs.map(({ numberId, msisdn }) => ({ ...plain, id: numberId, externalCode: msisdn })),
  );
  await insertResources(
    db,
    sims,
    pairs.map(({ simId, iccid, imsi }) => ({
      ...plain,
      id: simId,
      externalCode: iccid,
      attributes: JSON.stringify({ imsi }),
    })),
    await sealBatch(
      keyWrapper,
      pairs.map(({ simId, iccid }) => ({ resourceId: simId, secrets: JSON.stringify(deriveSecrets(iccid)) })),
    ),
  );
  return { pools: { numbers: numbers.id, sims: sims.id }, pairs };
}

/** Milenage K and OPc of a SIM that does not exist. */
function deriveSecrets(iccid: string) {
  const [ki, opc] = ['K', 'OPc'].map((name) =>
    createHash('sha256').update(`${name} of ${iccid}`).digest('hex').slice(0, 32),
  );
  return { ki, opc };
}
