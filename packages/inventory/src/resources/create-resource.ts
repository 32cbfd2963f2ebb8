import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { ResourceDetails } from '@linework/schemas/inventory/resource';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { validateSecrets } from '@linework/secrets/reject-secret-members';
import { sealBatch } from '@linework/secrets/seal-batch';
import { splitSecrets } from '@linework/secrets/secret-members';
import { v7 as newId } from 'uuid';
import { findPoolToFill } from '../pools/find-pool-to-fill.ts';
import { loadPoolRanges } from '../ranges/load-pool-ranges.ts';
import { associateResources } from './associate-resources.ts';
import { explainConflicts, type ResourceConflict } from './explain-conflicts.ts';
import { findResource } from './find-resource.ts';
import { insertResources } from './insert-resources.ts';
import { validateResource } from './validate-resource.ts';

export interface ResourceInput {
  readonly caller: Caller;
  readonly poolId: string;
  readonly externalCode: string;
  /** Includes the secret attributes, which are stored encrypted in a separate table. */
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
 * Creates one resource in a pool. Raises not-found for an unknown pool; 422 for a code, an IMSI or secrets that the
 * pool's type does not allow, or for a code or an IMSI outside the ranges of the pool's broker; unavailable for secrets
 * where no key is configured; conflict when the code or the IMSI is in use, or when it cannot be grouped with the named
 * resources.
 */
export async function createResource(
  db: Db,
  { caller, poolId, associatedResourceIds = [], keyWrapper, ...input }: ResourceInput,
): Promise<ResourceDetails> {
  const pool = await findPoolToFill(db, { caller, poolId });
  const externalCode = validateResource(pool, await loadPoolRanges(db, pool), input);
  validateSecrets(input.attributes ?? {}, pool.secretAttributes);
  const { plain: attributes, secrets } = splitSecrets(input.attributes ?? {}, pool.secretAttributes);
  const { location = null, metadata = {}, reservationTTL = null, quarantineTTL = null } = input;
  const json = { attributes: JSON.stringify(attributes), metadata: JSON.stringify(metadata) };
  const resource = {
    id: newId(),
    externalCode,
    location,
    ...json,
    reservationTtl: reservationTTL,
    quarantineTtl: quarantineTTL,
  };
  const plaintext =
    Object.keys(secrets).length === 0 ? [] : [{ resourceId: resource.id, secrets: JSON.stringify(secrets) }];
  const sealed = await sealBatch(keyWrapper, plaintext);
  return db.transaction(async (tx) => {
    const skippedIds = await insertResources(tx, pool, [resource], sealed);
    if (skippedIds.size > 0) throw buildConflict((await explainConflicts(tx, pool, [resource])).get(resource.id));
    if (associatedResourceIds.length > 0)
      await associateResources(tx, { caller, resourceId: resource.id, associatedResourceIds });
    return findResource(tx, { caller, resourceId: resource.id });
  });
}

/**
 * A 409. The conflicting resource may have been withdrawn since; then the code was the conflict, since an IMSI is never
 * reused.
 */
function buildConflict({ code, imsi }: ResourceConflict = { code: true, imsi: false }) {
  const errors = [
    ...(code || !imsi
      ? [{ detail: 'Another resource of this type has this external code.', pointer: '/externalCode' }]
      : []),
    ...(imsi ? [{ detail: 'Another SIM has or had this IMSI.', pointer: '/attributes/imsi' }] : []),
  ];
  return conflict(errors.map(({ detail }) => detail).join(' '), {
    code: code || !imsi ? 'external-code-taken' : 'imsi-taken',
    errors,
  });
}
