import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { Resource } from '@linework/schemas/inventory/resource';
import { v7 as newId } from 'uuid';
import type { KeyWrapper } from '../secrets/key-wrapping.ts';
import { refuseUnfitSecrets } from '../secrets/refuse-secret-members.ts';
import { sealBatch } from '../secrets/seal-batch.ts';
import { splitSecrets } from '../secrets/secret-members.ts';
import { associateResources } from './associate-resources.ts';
import { findPoolToFill } from './find-pool-to-fill.ts';
import { findResource } from './find-resource.ts';
import { insertResources } from './insert-resources.ts';
import { rangesOfPool } from './ranges/ranges-of-pool.ts';
import { refuseUnfitResource } from './refuse-unfit-resource.ts';
import { type Taken, whyLeftOut } from './why-left-out.ts';

export interface ResourceWish {
  readonly caller: Caller;
  readonly poolId: string;
  readonly externalCode: string;
  /** With the secret ones: those are kept encrypted, and apart. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly location?: string | undefined;
  readonly reservationTTL?: number | undefined;
  readonly quarantineTTL?: number | undefined;
  readonly associatedResourceIds?: readonly string[] | undefined;
  /** Encrypts the data key of secrets; absent where no key is configured. */
  readonly keyWrapper?: KeyWrapper | undefined;
}

/**
 * Puts one resource into a pool. Raises not-found for a pool that is not there, 422 for a code, an IMSI or secrets that the pool's type
 * does not have or a code or an IMSI that is in no range of the pool's broker, unavailable for secrets where no key is configured, and conflict when
 * the code or the IMSI is in use, or when it cannot move with those named.
 */
export async function createResource(db: Db, { caller, poolId, associatedResourceIds = [], keyWrapper, ...wish }: ResourceWish): Promise<Resource> {
  const pool = await findPoolToFill(db, { caller, poolId });
  const externalCode = refuseUnfitResource(pool, await rangesOfPool(db, pool), wish);
  refuseUnfitSecrets(wish.attributes ?? {}, pool.secretAttributes);
  const { plain: attributes, secrets } = splitSecrets(wish.attributes ?? {}, pool.secretAttributes);
  const { location = null, metadata = {}, reservationTTL = null, quarantineTTL = null } = wish;
  const objects = { attributes: JSON.stringify(attributes), metadata: JSON.stringify(metadata) };
  const resource = { id: newId(), externalCode, location, ...objects, reservationTtl: reservationTTL, quarantineTtl: quarantineTTL };
  const clear = Object.keys(secrets).length === 0 ? [] : [{ resourceId: resource.id, secrets: JSON.stringify(secrets) }];
  const sealed = await sealBatch(keyWrapper, clear);
  return db.transaction(async (tx) => {
    const left = await insertResources(tx, pool, [resource], sealed);
    if (left.size > 0) throw taken((await whyLeftOut(tx, pool, [resource])).get(resource.id));
    if (associatedResourceIds.length > 0) await associateResources(tx, { caller, resourceId: resource.id, associatedResourceIds });
    return findResource(tx, { caller, resourceId: resource.id });
  });
}

/** 409. What was in the way may have been withdrawn since: then it was the code, since an IMSI stays taken. */
function taken({ code, imsi }: Taken = { code: true, imsi: false }) {
  const errors = [
    ...(code || !imsi ? [{ detail: 'Another resource of this type has this external code.', pointer: '/externalCode' }] : []),
    ...(imsi ? [{ detail: 'Another SIM has this IMSI, or had it.', pointer: '/attributes/imsi' }] : []),
  ];
  return conflict(errors.map(({ detail }) => detail).join(' '), { code: code || !imsi ? 'external-code-taken' : 'imsi-taken', errors });
}
