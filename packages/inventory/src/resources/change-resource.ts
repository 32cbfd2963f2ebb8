import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict, unprocessableValues } from '@linework/problem-details/make-problem';
import type { ResourceDetails } from '@linework/schemas/inventory/resource';
import { rejectSecretChange } from '@linework/secrets/reject-secret-members';
import { poolNotFound } from '../pools/find-pool.ts';
import { associateResources } from './associate-resources.ts';
import { diffMembers, type StoredMembers } from './diff-members.ts';
import { findResource, resourceNotFound } from './find-resource.ts';
import { validateImmutableAttributes } from './immutable-attributes.ts';
import { rowLimitBytes } from './row-limit.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The effect of a change on the attributes of a resource. */
interface AttributeMerge {
  readonly after: Attributes;
  /** The members with a new value. */
  readonly written: Attributes;
  /** The names of the removed members. */
  readonly removed: readonly string[];
}

/**
 * Merges a change into the attributes of a resource by member: null removes a member, and unnamed members stay (RFC
 * 7396, for the top level). Raises 422 for a new value of an immutable attribute, and where the attributes exceed the
 * size limit of a row.
 */
function mergeAttributes(typeCode: string, current: Attributes, change: Attributes): AttributeMerge {
  const errors = validateImmutableAttributes(typeCode, current, change);
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'written-once' });
  const removed = Object.keys(change).filter((name) => change[name] === null);
  const written = omitMembers(change, removed);
  const after = omitMembers({ ...current, ...written }, removed);
  if (Object.keys(written).length > 0 && Buffer.byteLength(JSON.stringify(after)) > rowLimitBytes)
    throw attributesTooLong();
  return { after, written, removed };
}

const omitMembers = (attributes: Attributes, names: readonly string[]) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

function attributesTooLong() {
  const detail = `is longer than ${rowLimitBytes} bytes after this change`;
  return unprocessableValues([{ detail, pointer: '/attributes' }], { code: 'attributes-too-long' });
}

const lockStatement = statement(
  'lock-resource-to-change',
  { resourceId: 'uuid', brokerId: 'uuid?' },
  `UPDATE resource_state
   SET updated_at = now()
   WHERE resource_id = :resourceId AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING resource_id`,
);

const readStatement = statement(
  'read-resource-to-change',
  { resourceId: 'uuid' },
  `SELECT t.code AS "typeCode", t.secret_attributes AS "secretAttributes", r.attributes, r.metadata,
     r.pool_id AS "poolId", r.location, r.reservation_ttl AS "reservationTTL", r.quarantine_ttl AS "quarantineTTL"
   FROM resource r JOIN resource_type t ON t.id = r.type_id
   WHERE r.id = :resourceId
   FOR UPDATE OF r`,
).returns<Record<'attributes' | 'metadata', Readonly<Record<string, unknown>>>>();

/** The attributes are merged in SQL, so unnamed members stay as they were written. */
const changeStatement = statement(
  'change-resource',
  {
    id: 'uuid',
    poolId: 'uuid',
    written: 'jsonb',
    removed: 'text[]',
    metadata: 'jsonb?',
    location: 'text?',
    reservationTtl: 'int?',
    quarantineTtl: 'int?',
    keyId: 'uuid?',
    details: 'jsonb',
  },
  `WITH changed AS (
    UPDATE resource
    SET pool_id = :poolId,
      attributes = (attributes || :written) - :removed,
      metadata = coalesce(:metadata, metadata),
      location = :location,
      reservation_ttl = :reservationTtl,
      quarantine_ttl = :quarantineTtl
    WHERE id = :id
    RETURNING id, broker_id
  )
  ${insertEvent('resource.changed', { key: ':keyId', details: ':details' })}
  FROM changed`,
);

export interface ResourceChange {
  readonly caller: Caller;
  readonly resourceId: string;
  /** Another pool of the same type and broker. */
  readonly poolId?: string | undefined;
  /** Merged by member: null removes a member, and unnamed members stay. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** Replaces all metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Null removes it. */
  readonly location?: string | null | undefined;
  /** Seconds; null restores the pool's value. */
  readonly reservationTTL?: number | null | undefined;
  readonly quarantineTTL?: number | null | undefined;
  /** The new other members of its group; if empty, the resource leaves its group. */
  readonly associatedResourceIds?: readonly string[] | undefined;
}

/**
 * Changes a resource and records the previous values in its event; without changes it writes nothing. Raises not-found;
 * conflict when it cannot be grouped with the named resources; 422 for a new value of an immutable attribute, for any
 * value of a secret one, and for attributes that become too long.
 */
export async function changeResource(
  db: Db,
  { caller, resourceId, ...change }: ResourceChange,
): Promise<ResourceDetails> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return findResource(db, { caller, resourceId });
  return db.transaction(async (tx) => {
    const { associatedResourceIds, ...changes } = change;
    if (associatedResourceIds) await associateResources(tx, { caller, resourceId, associatedResourceIds });
    const { typeCode, secretAttributes, ...before } = await lockResource(tx, { caller, resourceId });
    if (changes.poolId !== undefined && changes.poolId !== before.poolId)
      await assertPoolFits(tx, { caller, resourceId, poolId: changes.poolId });
    rejectSecretChange(changes.attributes ?? {}, before.attributes, secretAttributes);
    const {
      after: attributes,
      written,
      removed,
    } = mergeAttributes(typeCode, before.attributes, changes.attributes ?? {});
    const after: StoredMembers = { ...before, ...omitUndefined(changes), attributes };
    const details = { changed, ...diffMembers(before, after) };
    await tx.query(changeStatement, {
      id: resourceId,
      poolId: after.poolId,
      written,
      removed,
      metadata: changes.metadata,
      location: after.location,
      reservationTtl: after.reservationTTL,
      quarantineTtl: after.quarantineTTL,
      keyId: caller.keyId,
      details,
    });
    return findResource(tx, { caller, resourceId });
  });
}

const findPoolStatement = statement(
  'find-pool-to-move-to',
  { poolId: 'uuid', resourceId: 'uuid', brokerId: 'uuid?' },
  `SELECT s.status, (p.type_id, p.broker_id) = (r.type_id, r.broker_id) AS fits
   FROM pool p, resource r JOIN resource_state s ON s.resource_id = r.id
   WHERE p.id = :poolId AND r.id = :resourceId AND (:brokerId IS NULL OR p.broker_id = :brokerId)`,
);

/** Raises not-found for an unknown pool, and conflict for a reserved resource or a pool of another type or broker. */
async function assertPoolFits(
  tx: Db,
  { caller, resourceId, poolId }: { readonly caller: Caller; readonly resourceId: string; readonly poolId: string },
): Promise<void> {
  const [pool] = await tx.query(findPoolStatement, { poolId, resourceId, brokerId: caller.brokerId });
  if (!pool) throw poolNotFound(poolId);
  if (!pool.fits)
    throw conflict('The pool is of another type or broker than the resource.', { code: 'pool-does-not-fit' });
  if (pool.status === 'reserved')
    throw conflict('The resource is reserved; release its reservation first.', { code: 'resource-not-available' });
}

type LockedResource = RowOf<typeof readStatement>;

/** Locks the state first, as all transactions do, and then the resource, which may have changed during the wait. */
async function lockResource(
  tx: Db,
  { caller, resourceId }: Pick<ResourceChange, 'caller' | 'resourceId'>,
): Promise<LockedResource> {
  const [locked] = await tx.query(lockStatement, { resourceId, brokerId: caller.brokerId });
  const [resource] = locked ? await tx.query(readStatement, { resourceId }) : [];
  if (!resource) throw resourceNotFound(resourceId);
  return resource;
}

const omitUndefined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
