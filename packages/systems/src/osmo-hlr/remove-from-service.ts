import type { Register } from './register.ts';

/** Deletes the subscriber, if it is there. It loses its access first: deleting tells nobody, and a phone would stay in service until it moves. */
export async function removeFromService(register: Register, imsi: string): Promise<void> {
  if (await register.find(imsi)) await register.setAccess(imsi, 'none');
  await register.remove(imsi);
}
