import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { findUnknownKeys } from '@linework/secrets/find-unknown-keys';

const warning =
  'secrets of SIMs are encrypted with keys that are not in SECRET_PRIVATE_KEYS_FILE; orders that need them will fail';

/** Warns at the start if the API encrypts with keys that this worker does not have. Otherwise only the failing orders would show it. */
export async function warnAboutUnknownKeys(
  db: Pick<Db, 'query'>,
  knownIds: readonly string[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  try {
    const keyIds = await findUnknownKeys(db, knownIds);
    if (keyIds.length > 0) log.warn({ keyIds }, warning);
  } catch (error) {
    log.warn({ err: error }, 'could not check that SECRET_PRIVATE_KEYS_FILE has all keys in use');
  }
}
