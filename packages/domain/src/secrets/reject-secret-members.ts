import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableValues, validationError } from '@linework/problem-details/make-problem';
import { findSecretMembers, splitSecrets } from './secret-members.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Raises 422 where secrets that a resource is to be made with are not as they must be. No value of theirs is repeated. */
export function validateSecrets(attributes: Attributes, names: readonly string[]): void {
  const { errors } = splitSecrets(attributes, names);
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'invalid-secret' });
}

/**
 * Raises 422 where a change names a secret, or an attribute that holds one at present: it is written when the resource is made, and never again. Until
 * seal-secrets has come to a resource, a secret may stand one deeper in; the history would keep it with the value before.
 */
export function rejectSecretChange(change: Attributes, current: Attributes, names: readonly string[]): void {
  const secret = new Set([...findSecretMembers(change, names), ...findSecretMembers(current, names)]);
  const changedSecrets = Object.keys(change).filter((name) => secret.has(name));
  const errors = changedSecrets.map((name) => ({
    detail: 'is a secret, which is written when the resource is made, and does not change',
    pointer: `/attributes/${name}`,
  }));
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'secret-written-once' });
}

const namesStatement = statement(
  'secret-names-of-types',
  `SELECT DISTINCT unnest(secret_attributes) AS name
   FROM resource_type t
   WHERE ($1::uuid[] IS NULL OR t.id = ANY($1::uuid[]))
     AND ($2::uuid[] IS NULL OR EXISTS (SELECT FROM pool p WHERE p.id = ANY($2::uuid[]) AND p.type_id = t.id))`,
);

/** Where resources are looked for. */
export interface SearchScope {
  readonly typeId?: readonly string[] | undefined;
  readonly poolId?: readonly string[] | undefined;
}

/** The names, in lower case, of what is secret for any type that is searched. */
export async function findSecretNames(db: Pick<Db, 'query'>, { typeId, poolId }: SearchScope = {}): Promise<readonly string[]> {
  const findNames = () => db.query<{ readonly name: string }>(namesStatement, [typeId ?? null, poolId ?? null]);
  const rows = await withoutBrokerScope('types are the same for all brokers, and of a pool no more than its type is read', findNames);
  return rows.map(({ name }) => name);
}

/** Raises 400 where resources are looked for by a secret. `place` says where in the request it stands. */
export async function rejectSecretFilter(
  db: Pick<Db, 'query'>,
  attributes: Attributes | undefined,
  { location, ...scope }: SearchScope & { readonly location: 'query' | 'body' },
): Promise<void> {
  if (!attributes || Object.keys(attributes).length === 0) return;
  const members = findSecretMembers(attributes, await findSecretNames(db, scope));
  const errors = members.map((name) => ({
    detail: `names ${name}, which is a secret: resources cannot be found by it`,
    ...(location === 'query' ? { parameter: 'attributes' } : { pointer: `/attributes/${name}` }),
  }));
  if (errors.length > 0) throw validationError(errors);
}
