import { describe, expect, it } from 'vitest';
import { type Caller, hasScope } from '../src/caller.ts';
import { scopes } from '../src/scopes.ts';

describe('the scopes of a caller', () => {
  it('are exactly the scopes of its key', () => {
    const caller: Caller = { keyId: 'k', brokerId: 'b', scopes: ['lines:read', 'lines:write'] };
    expect(scopes.filter((scope) => hasScope(caller, scope))).toEqual(['lines:read', 'lines:write']);
  });

  it('are extended by the operator scope only with imports, keys, legal holds, people and exports', () => {
    const operator: Caller = { keyId: 'k', brokerId: null, scopes: ['operator'] };
    expect(scopes.filter((scope) => hasScope(operator, scope))).toEqual([
      'inventory:import',
      'keys:write',
      'legal-holds:read',
      'legal-holds:write',
      'people:read',
      'people:write',
      'exports:create',
      'operator',
    ]);
  });

  it('are listed once each', () => {
    expect(new Set(scopes).size).toBe(scopes.length);
  });
});
