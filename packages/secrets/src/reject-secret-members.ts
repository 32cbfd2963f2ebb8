import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableValues, validationError } from '@linework/problem-details/make-problem';
import { findSecretMembers, splitSecrets } from './secret-members.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Raises 422 where the secrets of a new resource are invalid. Errors never repeat a secret value. */
export function validateSecrets(attributes: Attributes, names: readonly string[]): void {
  const { errors } = splitSecrets(attributes, names);
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'invalid-secret' });
}

/**
 * Raises 422 where a change names a secret attribute, or an attribute that contains one now: secrets are set when the
 * resource is created and cannot change. Until `seal-secrets` has processed a resource, an attribute may contain a
 * nested secret, and the event of a change would store it with the previous value.
 */
export function rejectSecretChange(change: Attributes, current: Attributes, names: readonly string[]): void {
  const secret = new Set([...findSecretMembers(change, names), ...findSecretMembers(current, names)]);
  const changedSecrets = Object.keys(change).filter((name) => secret.has(name));
  const errors = changedSecrets.map((name) => ({
    detail: 'is a secret, which is set when the resource is created and cannot change',
    pointer: `/attributes/${name}`,
  }));
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'secret-written-once' });
}

const namesStatement = statement(
  'find-secret-names-of-types',
  { typeIds: 'uuid[]?', poolIds: 'uuid[]?' },
  `SELECT DISTINCT unnest(secret_attributes) AS name
   FROM resource_type t
   WHERE (:typeIds IS NULL OR t.id = ANY(:typeIds))
     AND (:poolIds IS NULL OR EXISTS (SELECT FROM pool p WHERE p.id = ANY(:poolIds) AND p.type_id = t.id))`,
);

/** The types and pools that are searched. */
export interface SearchScope {
  readonly typeId?: readonly string[] | undefined;
  readonly poolId?: readonly string[] | undefined;
}

/** Finds the names, in lower case, of the secret attributes of all searched types. */
export async function findSecretNames(
  db: Pick<Db, 'query'>,
  { typeId, poolId }: SearchScope = {},
): Promise<readonly string[]> {
  const findNames = () => db.query(namesStatement, { typeIds: typeId, poolIds: poolId });
  const rows = await withoutBrokerScope('all brokers share the types, and of a pool only its type is read', findNames);
  return rows.map(({ name }) => name);
}

/** Raises 400 where a search names a secret attribute. `location` is the part of the request that names it. */
export async function rejectSecretFilter(
  db: Pick<Db, 'query'>,
  attributes: Attributes | undefined,
  { location, ...scope }: SearchScope & { readonly location: 'query' | 'body' },
): Promise<void> {
  if (!attributes || Object.keys(attributes).length === 0) return;
  const members = findSecretMembers(attributes, await findSecretNames(db, scope));
  const errors = members.map((name) => ({
    detail: `names ${name}, which is a secret; resources cannot be found by it`,
    ...(location === 'query' ? { parameter: 'attributes' } : { pointer: `/attributes/${name}` }),
  }));
  if (errors.length > 0) throw validationError(errors);
}
