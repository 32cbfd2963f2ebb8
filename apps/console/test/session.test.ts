import type { KeyScope, Operator } from '@linework/sdk';
import { expect, it } from 'vitest';
import { mayDo, type Session } from '../src/api/session.ts';

const sessionOf = (role: Operator['role'], scopes: readonly KeyScope[]): Session => ({
  operator: { id: 'a', name: 'Ana', role, scopes, mustChangePassword: false },
  expiresAt: '2026-11-30T00:00:00Z',
});

it.each([
  ['custom', ['lines:read'], 'lines:write', false],
  ['custom', ['lines:read', 'lines:write'], 'lines:write', true],
  ['custom', ['operator'], 'operator', false],
  ['care', ['lines:write'], 'orders:write', false],
  ['viewer', ['operator', 'lines:write'], 'lines:write', false],
  ['operator', ['operator', 'lines:write'], 'operator', true],
  ['operator', ['lines:write'], 'operator', false],
] as const)('the role %s with the scopes %j may do what needs %s: %s', (role, scopes, needed, may) => {
  expect(mayDo(sessionOf(role, scopes), needed)).toBe(may);
});
