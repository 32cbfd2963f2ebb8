import { createHash } from 'node:crypto';
import { networkOf } from '@linework/auth/network-of';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { emitOperatorEvent } from './emit-operator-event.ts';

/**
 * Attempts within 15 minutes. One of a name from one network is a person who mistypes; from a network there may be a
 * whole office, and a name is tried from many networks only by an attack.
 */
const limits = { pair: 10, network: 50, name: 100, password: 10, openid: 200 } as const;
type Limit = keyof typeof limits;

/**
 * Counts before the password is checked, so that parallel guesses count too. Attempts while waiting do not move the end
 * of the wait.
 */
const countStatement = statement(
  'count-sign-in-attempt',
  { subject: 'bytea' },
  `INSERT INTO sign_in_attempt AS a (subject, count, ends_at)
  VALUES (:subject, 1, now() + interval '15 minutes')
  ON CONFLICT (subject) DO UPDATE
    SET count = CASE WHEN a.ends_at <= now() THEN 1 ELSE a.count + 1 END,
      ends_at = CASE WHEN a.ends_at <= now() THEN excluded.ends_at ELSE a.ends_at END
  RETURNING a.count, ceil(extract(epoch FROM a.ends_at - now()))::int AS "secondsLeft"`,
);

/** At most 100, so that no attempt pays for many others. No job is needed for it. */
const forgetEndedStatement = statement(
  'forget-ended-sign-in-attempts',
  `DELETE FROM sign_in_attempt
  WHERE subject IN (
    SELECT subject
    FROM sign_in_attempt
    WHERE ends_at < now()
    ORDER BY ends_at
    LIMIT 100
    FOR UPDATE SKIP LOCKED)`,
);

/** A network from which a person has signed in is known for 90 days. */
const isKnownStatement = statement(
  'is-network-of-operator',
  { name: 'text', network: 'bytea' },
  `SELECT n.operator_id
  FROM operator p
  JOIN operator_network n ON n.operator_id = p.id
  WHERE lower(p.name) = lower(:name) AND n.network = :network AND n.last_signed_in_at > now() - interval '90 days'`,
);

const findIdStatement = statement(
  'find-operator-id-by-name',
  { name: 'text' },
  'SELECT id FROM operator WHERE lower(name) = lower(:name)',
);

export interface SignInAttempt {
  readonly name: string;
  readonly address: string;
}

/**
 * Counts an attempt to sign in by password. Returns 0, or the seconds to wait. A name from one network has a limit of
 * its own, so that nobody keeps the person out from elsewhere. The limits of a network and of a name are for networks
 * from which the person has not signed in before: whoever uses them up keeps only strangers out. Each limit is counted
 * only below the one before, so that one network adds little to a name, and unknown names fill no table.
 */
export async function countSignIn(db: Db, { name: given, address }: SignInAttempt): Promise<number> {
  const [name, network] = [given.normalize('NFC').toLowerCase(), networkOf(address)];
  const isKnown = (await db.query(isKnownStatement, { name, network: digest('network', network) })).length > 0;
  const pair = { limit: 'pair', subject: pairOf(name, network) } as const;
  const counted = isKnown
    ? [pair]
    : [
        { limit: 'network', subject: digest('network', network) } as const,
        pair,
        { limit: 'name', subject: digest('name', name) } as const,
      ];
  for (const { limit, subject } of counted) {
    const { waitSeconds, isFirst } = await count(db, limit, subject);
    if (isFirst && limit !== 'network') await emitLimited(db, name, { limit, network });
    if (waitSeconds > 0) return waitSeconds;
  }
  return 0;
}

/**
 * Counts a check of the password of a person who is signed in, apart from sign-ins: who has stolen a session cannot
 * guess, and keeps nobody out.
 */
export async function countPasswordCheck(
  db: Db,
  { id, name, address }: SignInAttempt & { readonly id: string },
): Promise<number> {
  const { waitSeconds, isFirst } = await count(db, 'password', digest('password', id));
  if (isFirst)
    await emitLimited(db, name.normalize('NFC').toLowerCase(), { limit: 'password', network: networkOf(address) });
  return waitSeconds;
}

/**
 * Counts a sign-in through the OpenID provider that begins, which guesses nothing: the limit is for the table of those
 * that have begun.
 */
export async function countOpenidBegin(db: Db, address: string): Promise<number> {
  return (await count(db, 'openid', digest('openid', networkOf(address)))).waitSeconds;
}

const forgetStatement = statement(
  'forget-sign-in-attempts',
  { subject: 'bytea' },
  'DELETE FROM sign_in_attempt WHERE subject = :subject',
);

/** The newest 20 networks of each person are kept. */
const rememberStatement = statement(
  'remember-operator-network',
  { id: 'uuid', network: 'bytea' },
  `WITH older AS (
    DELETE FROM operator_network
    WHERE operator_id = :id
      AND network IN (
        SELECT network
        FROM operator_network
        WHERE operator_id = :id AND network <> :network
        ORDER BY last_signed_in_at DESC
        OFFSET 19)
  )
  INSERT INTO operator_network (operator_id, network)
  VALUES (:id, :network)
  ON CONFLICT (operator_id, network) DO UPDATE SET last_signed_in_at = now()`,
);

/**
 * After a right password: forgets the attempts of the name from this network, which is known from now on. The limits of
 * strangers stay as they are.
 */
export async function rememberSignIn(
  db: Pick<Db, 'query'>,
  { id, name, address }: SignInAttempt & { readonly id: string },
): Promise<void> {
  const network = networkOf(address);
  await db.query(forgetStatement, { subject: pairOf(name.normalize('NFC').toLowerCase(), network) });
  await db.query(rememberStatement, { id, network: digest('network', network) });
}

/** Forgets the checks of a person's password after a right one. */
export async function forgetPasswordChecks(db: Pick<Db, 'query'>, operatorId: string): Promise<void> {
  await db.query(forgetStatement, { subject: digest('password', operatorId) });
}

interface Counted {
  readonly waitSeconds: number;
  /** It is the first attempt above the limit. */
  readonly isFirst: boolean;
}

async function count(db: Pick<Db, 'query'>, limit: Limit, subject: Buffer): Promise<Counted> {
  await db.query(forgetEndedStatement);
  const [row] = await db.query(countStatement, { subject });
  const { count = 0, secondsLeft = 0 } = row ?? {};
  return { waitSeconds: count > limits[limit] ? Math.max(1, secondsLeft) : 0, isFirst: count === limits[limit] + 1 };
}

/** Tells once in 15 minutes that somebody tries passwords for a person, from where, and which limit stopped it. */
async function emitLimited(
  db: Db,
  name: string,
  { limit, network }: { readonly limit: Limit; readonly network: string },
): Promise<void> {
  const [person] = await db.query(findIdStatement, { name });
  if (person)
    await emitOperatorEvent(db, {
      type: eventType('operator.sign_in_limited'),
      operatorId: person.id,
      details: { limit, network },
    });
}

const pairOf = (name: string, network: string) => digest('pair', `${network} ${name}`);
/** People type passwords into the field of the name, so it is not stored. */
const digest = (kind: string, text: string) => createHash('sha256').update(`${kind}:${text}`).digest();
