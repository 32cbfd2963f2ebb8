import type { Role } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { forbidden } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { emitOperatorEvent } from '../emit-operator-event.ts';
import { openSession } from '../open-session.ts';
import { pauseBatchesOfPerson } from '../pause-batches-of-person.ts';
import type { StartedSession } from '../start-session.ts';
import type { OpenidIdentity } from './openid-provider.ts';

const columns = 'id, name, role';

const findStatement = statement(
  'find-operator-by-subject',
  { issuer: 'text', subject: 'text' },
  `SELECT ${columns}
  FROM operator
  WHERE openid_issuer = :issuer AND openid_subject = :subject AND disabled_at IS NULL
  FOR NO KEY UPDATE`,
);

/** Only a person without a subject: an address that the provider gave to somebody else later is not that person. */
const linkStatement = statement(
  'link-operator-to-subject',
  { issuer: 'text', subject: 'text', email: 'text' },
  `UPDATE operator
  SET openid_issuer = :issuer, openid_subject = :subject, updated_at = now()
  WHERE email = :email
    AND openid_subject IS NULL
    AND disabled_at IS NULL
    AND NOT EXISTS (SELECT FROM operator WHERE openid_subject = :subject)
  RETURNING ${columns}`,
);

const setRoleStatement = statement(
  'set-role-of-groups',
  { id: 'uuid', ofGroups: 'text' },
  'UPDATE operator SET role = :ofGroups, updated_at = now() WHERE id = :id',
);

type Person = RowOf<typeof findStatement>;

/**
 * Signs in the person whom the provider names: the one who is linked to the subject, or at the first time the one with
 * the verified e-mail address. Nobody is created. Groups make somebody a viewer or an operator; an administrator is
 * made by administrators only, and stays one. Raises no-such-operator.
 */
export function signInByOpenid(
  db: Db,
  identity: OpenidIdentity,
): Promise<{ readonly operator: Person; readonly session: StartedSession }> {
  return db.transaction(async (tx) => {
    const person = (await find(tx, identity)) ?? (await link(tx, identity));
    if (!person) throw noSuchOperator('Nobody here has this account of the provider.');
    const operator = { ...person, role: await applyRole(tx, person, identity.role) };
    const session = await openSession(tx, person.id, 'openid');
    if (!session) throw new Error('A locked person was disabled.');
    return { operator, session };
  });
}

async function find(tx: Db, { issuer, subject }: OpenidIdentity): Promise<Person | undefined> {
  const [person] = await tx.query(findStatement, { issuer, subject });
  return person;
}

async function link(tx: Db, { issuer, subject, verifiedEmail }: OpenidIdentity): Promise<Person | undefined> {
  if (verifiedEmail === undefined) return undefined;
  const [person] = await tx.query(linkStatement, { issuer, subject, email: verifiedEmail.toLowerCase() });
  if (person) await emitChange(tx, person.id, { changed: 'openidSubject' });
  return person;
}

async function applyRole(tx: Db, { id, role }: Person, ofGroups: OpenidIdentity['role']): Promise<Role> {
  if (ofGroups === undefined || role === 'administrator' || role === ofGroups) return role;
  if (ofGroups === null) throw noSuchOperator('This account is in none of the groups that may use the console.');
  await tx.query(setRoleStatement, { id, ofGroups });
  if (ofGroups === 'viewer') await pauseBatchesOfPerson(tx, { operatorId: id, byId: id });
  await emitChange(tx, id, { changed: 'role', role: `${role} to ${ofGroups}` });
  return ofGroups;
}

const emitChange = (tx: Db, operatorId: string, details: Readonly<Record<string, string>>) =>
  emitOperatorEvent(tx, { type: eventType('operator.changed'), operatorId, byId: operatorId, details });

const noSuchOperator = (detail: string) => forbidden(detail, { code: 'no-such-operator' });
