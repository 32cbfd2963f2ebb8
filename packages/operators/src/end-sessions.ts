import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const endStatement = statement(
  'end-operator-session',
  { tokenDigest: 'bytea' },
  'DELETE FROM operator_session WHERE token_digest = :tokenDigest',
);
const endOthersStatement = statement(
  'end-other-operator-sessions',
  { operatorId: 'uuid', kept: 'bytea?' },
  'DELETE FROM operator_session WHERE operator_id = :operatorId AND token_digest IS DISTINCT FROM :kept',
);

/** Ends one session: its token is worth nothing from now on. */
export async function endSession(db: Pick<Db, 'query'>, tokenDigest: Buffer): Promise<void> {
  await db.query(endStatement, { tokenDigest });
}

/** Ends all sessions of a person but this one. */
export async function endOtherSessions(db: Pick<Db, 'query'>, operatorId: string, kept: Buffer | null): Promise<void> {
  await db.query(endOthersStatement, { operatorId, kept });
}
