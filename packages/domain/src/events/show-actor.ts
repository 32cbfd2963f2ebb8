import type { Caller } from '@linework/auth/caller';
import type { Actor } from '@linework/schemas/events/actor';
import type { JobName } from '@linework/schemas/jobs';

/** Who did something, as it is kept. */
export interface StoredActor {
  readonly keyId: string | null;
  /** Of that key; null where the key is unknown. */
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
  /** The job that did it where no key did; undefined where that is unknown too. */
  readonly job: JobName | undefined;
}

/** Who did something, as this reader may know it: keys of others are shown to operators only. Undefined where nobody noted it. */
export function showActor({ keyId, keyName, keyBrokerId, job }: StoredActor, { brokerId }: Pick<Caller, 'brokerId'>): Actor | undefined {
  if (keyId === null) return job && { type: 'system', job };
  if (brokerId !== null && keyBrokerId !== brokerId) return { type: 'operator' };
  return { type: 'key', keyId, ...(keyName !== null && { name: keyName }) };
}
