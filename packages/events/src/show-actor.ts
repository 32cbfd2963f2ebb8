import type { Caller } from '@linework/auth/caller';
import type { Actor } from '@linework/schemas/events/actor';
import type { JobName } from '@linework/schemas/jobs';

/** The stored actor of an event. */
export interface StoredActor {
  /** The key or the person of the request. */
  readonly keyId: string | null;
  /** The name of that key; null where the key is unknown. */
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
  /** The name of the person who sent the request from the console; null where a key did. */
  readonly operatorName: string | null;
  /** The job that wrote the event without a key; undefined where the job is unknown too. */
  readonly job: JobName | undefined;
}

/**
 * The actor as this reader may see it: only operators see the keys of others, and who of them it was. Undefined where
 * no actor is stored.
 */
export function showActor(
  { keyId, keyName, keyBrokerId, operatorName, job }: StoredActor,
  { brokerId }: Pick<Caller, 'brokerId'>,
): Actor | undefined {
  if (keyId === null) return job && { type: 'system', job };
  if (brokerId !== null && keyBrokerId !== brokerId) return { type: 'operator' };
  if (operatorName !== null) return { type: 'operator', operatorId: keyId, name: operatorName };
  return { type: 'key', keyId, ...(keyName !== null && { name: keyName }) };
}
