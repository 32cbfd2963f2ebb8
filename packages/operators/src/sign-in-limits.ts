import { createHash } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** Attempts within 15 minutes. Behind one address there may be a whole office; behind a name there is one person. */
const signInLimits = { name: 10, address: 50 } as const;

/**
 * Counts before the password is checked, so that parallel guesses count too. Attempts while waiting do not move the end of the wait. The rows
 * are locked in one order.
 */
const countStatement = statement(
  'count-sign-in-attempt',
  `INSERT INTO sign_in_attempt AS a (subject, count, ends_at)
  SELECT subject, 1, now() + interval '15 minutes'
  FROM unnest($1::bytea[]) AS given(subject)
  ORDER BY subject
  ON CONFLICT (subject) DO UPDATE
    SET count = CASE WHEN a.ends_at <= now() THEN 1 ELSE a.count + 1 END,
      ends_at = CASE WHEN a.ends_at <= now() THEN excluded.ends_at ELSE a.ends_at END
  RETURNING a.subject, a.count, ceil(extract(epoch FROM a.ends_at - now()))::int AS "secondsLeft"`,
);

/** A right password forgives the name. The address stays counted, or an attacker with one account could go on for ever. */
const forgiveStatement = statement('forgive-sign-in-attempts', 'DELETE FROM sign_in_attempt WHERE subject = $1 OR ends_at < now()');

interface Row {
  readonly subject: Buffer;
  readonly count: number;
  readonly secondsLeft: number;
}

export interface SignInAttempt {
  /** Undefined where the provider asks for it. */
  readonly name?: string | undefined;
  readonly address: string;
}

/** Counts an attempt. Returns 0, or the seconds to wait if the name or the address has tried too often. */
export async function countAttempt(db: Pick<Db, 'query'>, { name, address }: SignInAttempt): Promise<number> {
  const ofName = name === undefined ? undefined : subjectOfName(name);
  const subjects = [digest(`address:${address}`), ...(ofName ? [ofName] : [])];
  const rows = await db.query<Row>(countStatement, [subjects]);
  const exceeded = rows.filter(({ subject, count }) => count > (ofName?.equals(subject) ? signInLimits.name : signInLimits.address));
  return Math.max(0, ...exceeded.map(({ secondsLeft }) => secondsLeft));
}

/** Forgets the attempts of a name after a right password, and those of every subject whose time is over. */
export async function forgiveAttempts(db: Pick<Db, 'query'>, name: string): Promise<void> {
  await db.query(forgiveStatement, [subjectOfName(name)]);
}

const subjectOfName = (name: string) => digest(`name:${name.normalize('NFC').toLowerCase()}`);
const digest = (text: string) => createHash('sha256').update(text).digest();
