import { isIP } from 'node:net';
import { unprocessableValues } from '@linework/problem-details/make-problem';
import { type AddressPolicy, createGuardedLookup, findBrokenRules, getHost } from './address-policy.ts';
import { AddressRefused, type AddressRule, addressRules } from './address-rules.ts';

/** Raises 422 with every rule that an address breaks. The same rules hold again at each connection. */
export async function assertAddress(url: string, policy: AddressPolicy): Promise<void> {
  const broken = findBrokenRules(url, policy);
  const rules = broken.length > 0 ? broken : await resolveBrokenRules(url, policy);
  if (rules.length === 0) return;
  const errors = rules.map((rule) => ({ detail: addressRules[rule], pointer: '/url' }));
  throw unprocessableValues(errors, { code: 'webhook-url-refused', rules });
}

async function resolveBrokenRules(url: string, policy: AddressPolicy): Promise<readonly AddressRule[]> {
  const host = getHost(new URL(url));
  if (isIP(host) !== 0) return [];
  const guarded = createGuardedLookup(policy);
  const error = await new Promise<Error | null>((resolve) => guarded(host, { all: true }, resolve));
  if (error instanceof AddressRefused) return [error.rule];
  // A name server that does not answer decides nothing: the name is resolved again at each connection.
  return error !== null && 'code' in error && error.code === 'ENOTFOUND' ? ['host-unknown'] : [];
}
