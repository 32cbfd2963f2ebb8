import type { Db } from '@linework/db/db';
import { findUnknownKeys } from '@linework/domain/secrets/find-unknown-keys';
import type { Log } from '@linework/log/log';

const warning = 'secrets of SIMs are encrypted with keys that SECRET_PRIVATE_KEYS_FILE does not have; orders that need them will fail';

/** Says at the start what each order would say otherwise, one after the other: the API encrypts for a key pair that this worker does not have. */
export async function warnAboutUnknownKeys(db: Pick<Db, 'query'>, knownIds: readonly string[], log: Pick<Log, 'warn'>): Promise<void> {
  try {
    const keyIds = await findUnknownKeys(db, knownIds);
    if (keyIds.length > 0) log.warn({ keyIds }, warning);
  } catch (error) {
    log.warn({ err: error }, 'the keys for the secrets of SIMs could not be compared with those in use');
  }
}
