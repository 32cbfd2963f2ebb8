import type { SignedInOperator } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { forbidden } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { eventType } from '@linework/schemas/events';
import { emitOperatorEvent } from '../emit-operator-event.ts';
import { openSession } from '../open-session.ts';
import { mayRunBatches, pauseBatchesOfPerson } from '../pause-batches-of-person.ts';
import { type ChosenRole, chooseRole, type RoleChoice } from '../roles/choose-role.ts';
import { readOwnRole } from '../roles/own-role.ts';
import type { StartedSession } from '../start-session.ts';
import type { OpenidIdentity, OpenidProvider } from './openid-provider.ts';

const columns = `id, name, role, role_id AS "roleId", broker_id AS "brokerId",
    (SELECT r.name FROM operator_role r WHERE r.id = role_id) AS "roleName",
    (SELECT r.scopes FROM operator_role r WHERE r.id = role_id) AS "roleScopes"`;

const findStatement = statement(
  'find-operator-by-subject',
  { issuer: 'text', subject: 'text', brokerId: 'uuid?' },
  `SELECT ${columns}
  FROM operator
  WHERE openid_issuer = :issuer
    AND openid_subject = :subject
    AND disabled_at IS NULL
    AND broker_id IS NOT DISTINCT FROM :brokerId
  FOR NO KEY UPDATE`,
);

/** Only a person without a subject: an address that the provider gave to somebody else later is not that person. */
const linkStatement = statement(
  'link-operator-to-subject',
  { issuer: 'text', subject: 'text', email: 'text', brokerId: 'uuid?' },
  `UPDATE operator
  SET openid_issuer = :issuer, openid_subject = :subject, updated_at = now()
  WHERE email = :email
    AND openid_subject IS NULL
    AND disabled_at IS NULL
    AND broker_id IS NOT DISTINCT FROM :brokerId
    AND NOT EXISTS (SELECT FROM operator WHERE openid_issuer = :issuer AND openid_subject = :subject)
  RETURNING ${columns}`,
);

const setRoleStatement = statement(
  'set-role-of-groups',
  { id: 'uuid', ofGroups: 'text', roleId: 'uuid?' },
  'UPDATE operator SET role = :ofGroups, role_id = :roleId, updated_at = now() WHERE id = :id',
);

type Person = RowOf<typeof findStatement>;
type SignedInPerson = Pick<SignedInOperator, 'id' | 'name' | 'role' | 'ownRole' | 'brokerId'>;

/**
 * Signs in the person whom the provider names: the one who is linked to the subject, or at the first time the one with
 * the verified e-mail address. Nobody is created. A provider signs in people of its broker only, and the operator's
 * those of the operator, whatever it says about them. Groups give a role; an administrator is made by administrators
 * only, and stays one. Raises no-such-operator.
 */
export function signInByOpenid(
  db: Db,
  { identity, brokerId }: { readonly identity: OpenidIdentity } & Pick<OpenidProvider, 'brokerId'>,
): Promise<{ readonly operator: SignedInPerson; readonly session: StartedSession }> {
  return db.transaction(async (tx) => {
    const person = (await find(tx, identity, brokerId)) ?? (await link(tx, identity, brokerId));
    if (!person) throw noSuchOperator('Nobody here has this account of the provider.');
    const operator = await applyRole(tx, person, identity.role);
    const session = await openSession(tx, person.id, 'openid');
    if (!session) throw new Error('A locked person was disabled.');
    return { operator, session };
  });
}

async function find(tx: Db, { issuer, subject }: OpenidIdentity, brokerId: string | null): Promise<Person | undefined> {
  const [person] = await tx.query(findStatement, { issuer, subject, brokerId });
  return person;
}

async function link(
  tx: Db,
  { issuer, subject, verifiedEmail }: OpenidIdentity,
  brokerId: string | null,
): Promise<Person | undefined> {
  if (verifiedEmail === undefined) return undefined;
  const [person] = await tx.query(linkStatement, { issuer, subject, email: verifiedEmail.toLowerCase(), brokerId });
  if (person) await emitChange(tx, person.id, { changed: 'openidSubject' });
  return person;
}

async function applyRole(tx: Db, person: Person, ofGroups: OpenidIdentity['role']): Promise<SignedInPerson> {
  const { id, name, role, roleId, brokerId, roleName, roleScopes } = person;
  const before = { id, name, role, brokerId, ownRole: readOwnRole(roleName, roleScopes) };
  if (ofGroups === undefined || role === 'administrator') return before;
  if (ofGroups === null) throw noSuchOperator('This account is in none of the groups that may use the console.');
  const chosen = await chooseRoleOfGroups(tx, ofGroups, brokerId);
  if (chosen.role === role && chosen.roleId === roleId) return before;
  await tx.query(setRoleStatement, { id, ofGroups: chosen.role, roleId: chosen.roleId });
  if (!mayRunBatches(chosen)) await pauseBatchesOfPerson(tx, { operatorId: id, byId: id });
  await emitChange(tx, id, { changed: 'role', role: `${before.ownRole?.name ?? role} to ${chosen.roleName}` });
  const { scopesOfOwnRole } = chosen;
  return {
    ...before,
    role: chosen.role,
    ownRole: scopesOfOwnRole ? { name: chosen.roleName, scopes: scopesOfOwnRole } : null,
  };
}

/** A role of the settings may have been deleted, or be of another broker. */
async function chooseRoleOfGroups(tx: Db, ofGroups: RoleChoice, brokerId: string | null): Promise<ChosenRole> {
  try {
    const chosen = await chooseRole(tx, ofGroups, brokerId);
    if (chosen !== undefined) return chosen;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unknown-role') throw error;
  }
  throw noSuchOperator('The role of this group does not exist here.');
}

const emitChange = (tx: Db, operatorId: string, details: Readonly<Record<string, string>>) =>
  emitOperatorEvent(tx, { type: eventType('operator.changed'), operatorId, byId: operatorId, details });

const noSuchOperator = (detail: string) => forbidden(detail, { code: 'no-such-operator' });
