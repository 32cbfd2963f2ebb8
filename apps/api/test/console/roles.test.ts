import { describe, expect, it } from 'vitest';
import { findNeededRole } from '../../src/console/authorize-by-role.ts';
import { routes } from '../../src/interface.ts';

const needing = (role: string) => routes.filter((route) => findNeededRole(route) === role);

describe('the roles of the console', () => {
  it('let a viewer change nothing', () => {
    const others = needing('viewer').filter(({ method }) => method !== 'get');
    expect(others.map(({ name }) => name)).toEqual(['previewBulkOperation', 'previewOrder']);
  });

  it('let an operator change orders, lines, webhooks and what partners did not answer', () => {
    expect(new Set(needing('operator').map(({ tag }) => tag))).toEqual(new Set(['lines', 'orders', 'bulk-operations', 'partners', 'webhooks']));
  });

  it('keep people and keys for administrators', () => {
    const changes = routes.filter(({ tag, method }) => tag === 'operators' || (tag === 'keys' && method !== 'get'));
    expect(new Set(changes.map(findNeededRole))).toEqual(new Set(['administrator']));
  });
});
