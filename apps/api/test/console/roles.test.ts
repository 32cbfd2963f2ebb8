import type { Caller } from '@linework/auth/caller';
import { type Role, scopesOfPerson } from '@linework/auth/roles';
import { scopes } from '@linework/auth/scopes';
import { describe, expect, it } from 'vitest';
import { authorizeByRole, findNeededRole } from '../../src/console/authorize-by-role.ts';
import { unmaskRecord } from '../../src/console/routes/unmask-record.ts';
import { routes } from '../../src/endpoints/interface.ts';

const needing = (role: string) => routes.filter((route) => findNeededRole(route) === role);

const aPerson = (role: Role): Caller => ({
  keyId: 'person',
  brokerId: null,
  scopes,
  operator: {
    id: 'person',
    name: 'Ana',
    role,
    brokerId: null,
    way: 'password',
    mustChangePassword: false,
    expiresAt: new Date(),
    tokenDigest: Buffer.alloc(32),
  },
});
const others = routes.filter(
  ({ method, name }) => method !== 'get' && !['previewBulkOperation', 'previewBulkRows', 'previewOrder'].includes(name),
);

describe('a viewer who acts', () => {
  it.each(others.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
    'is refused at %s',
    (_name, route) => {
      expect(() => authorizeByRole(aPerson('viewer'), route)).toThrow(
        expect.objectContaining({ status: 403, code: 'missing-role' }),
      );
    },
  );

  it('is refused by the rule of every route that the console has', () => {
    // The rule lets everybody send what has the tag of the console itself.
    expect(routes.filter(({ tag }) => tag === 'console')).toEqual([]);
    expect(others.length).toBeGreaterThan(90);
  });

  it('is refused to read in clear', () => {
    expect(() => authorizeByRole(aPerson('viewer'), unmaskRecord.route)).toThrow(
      expect.objectContaining({ code: 'missing-role' }),
    );
    expect(() => authorizeByRole(aPerson('operator'), unmaskRecord.route)).not.toThrow();
  });
});

describe('the roles of the console', () => {
  it('let a viewer change nothing', () => {
    const others = needing('viewer').filter(({ method }) => method !== 'get');
    expect(others.map(({ name }) => name)).toEqual(['previewBulkOperation', 'previewBulkRows', 'previewOrder']);
  });

  it('let an operator change orders, lines, drifts, webhooks, saved views and what partners did not answer', () => {
    expect(new Set(needing('operator').map(({ tag }) => tag))).toEqual(
      new Set(['lines', 'drifts', 'orders', 'bulk-operations', 'partners', 'webhooks', 'saved-views']),
    );
  });

  it('let the role for the catalogue publish offers, and nobody of a broker', () => {
    const changing = routes.filter(({ tag, method }) => tag === 'Catalog' && method !== 'get');
    const catalogue = (brokerId: string | null) => ({
      ...aPerson('catalogue'),
      brokerId,
      scopes: scopesOfPerson({ role: 'catalogue', brokerId }),
    });
    expect(changing.map(({ name }) => name)).toEqual(['createOffer', 'changeOffer', 'publishOfferVersion']);
    for (const route of changing) {
      expect(() => authorizeByRole(catalogue(null), route)).not.toThrow();
      expect(() => authorizeByRole(catalogue('broker'), route)).toThrow(
        expect.objectContaining({ code: 'missing-scope' }),
      );
      const billing = { ...aPerson('billing'), scopes: scopesOfPerson({ role: 'billing', brokerId: null }) };
      expect(() => authorizeByRole(billing, route)).toThrow(expect.objectContaining({ code: 'missing-scope' }));
    }
  });

  it('keep people and keys for administrators', () => {
    const changes = routes.filter(({ tag, method }) => tag === 'operators' || (tag === 'keys' && method !== 'get'));
    expect(new Set(changes.map(findNeededRole))).toEqual(new Set(['administrator']));
  });
});
