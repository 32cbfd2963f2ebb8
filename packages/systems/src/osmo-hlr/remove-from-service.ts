import { isOwnSubscriber, type OwnershipMark } from './is-own-subscriber.ts';
import type { Register } from './register.ts';

/**
 * Deletes the subscriber, if it exists. Its access is removed first: a delete informs no VLR or SGSN, and a phone would
 * stay in service until it moves.
 */
export async function removeFromService(register: Register, imsi: string): Promise<void> {
  if (await register.find(imsi)) await register.setAccess(imsi, 'none');
  await register.remove(imsi);
}

/**
 * The same for Linework's own subscriber. A foreign subscriber does not change, and an IMSI without a subscriber gets
 * no command, because the command could reach another one.
 */
export async function removeOwnSubscriber(register: Register, imsi: string, mark: OwnershipMark): Promise<void> {
  // When this command is answered, every command of an earlier call has been executed; only the read after it counts.
  await register.find(imsi);
  const found = await register.find(imsi);
  if (found && isOwnSubscriber(found, mark)) await removeFromService(register, imsi);
}
