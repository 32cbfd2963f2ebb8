import type { Caller } from '@linework/auth/caller';
import type { Actor } from '@linework/schemas/events/actor';
import type { JobName } from '@linework/schemas/jobs';

/** The stored actor of an event. */
export interface StoredActor {
  readonly keyId: string | null;
  /** The name of that key; null where the key is unknown. */
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
  /** The job that wrote the event without a key; undefined where the job is unknown too. */
  readonly job: JobName | undefined;
}

/** The actor as this reader may see it: only operators see the keys of others. Undefined where no actor is stored. */
export function showActor({ keyId, keyName, keyBrokerId, job }: StoredActor, { brokerId }: Pick<Caller, 'brokerId'>): Actor | undefined {
  if (keyId === null) return job && { type: 'system', job };
  if (brokerId !== null && keyBrokerId !== brokerId) return { type: 'operator' };
  return { type: 'key', keyId, ...(keyName !== null && { name: keyName }) };
}
