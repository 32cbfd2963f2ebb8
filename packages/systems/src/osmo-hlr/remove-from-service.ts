import { isOwnSubscriber, type OwnershipMark } from './is-own-subscriber.ts';
import type { Register } from './register.ts';

/** Deletes the subscriber, if it is there. It loses its access first: deleting tells nobody, and a phone would stay in service until it moves. */
export async function removeFromService(register: Register, imsi: string): Promise<void> {
  if (await register.find(imsi)) await register.setAccess(imsi, 'none');
  await register.remove(imsi);
}

/** The same if it is ours. Somebody else's is left alone, and so is an IMSI that nobody has: no command is given that could meet another. */
export async function removeOwnSubscriber(register: Register, imsi: string, mark: OwnershipMark): Promise<void> {
  // What an earlier call left on its way has come to pass when this is answered; only the reading after it counts.
  await register.find(imsi);
  const found = await register.find(imsi);
  if (found && isOwnSubscriber(found, mark)) await removeFromService(register, imsi);
}
