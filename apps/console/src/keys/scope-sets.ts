import { scopes } from '@linework/auth/scopes';
import type { KeyScope } from '@linework/sdk';
import { t } from '../language/translate.ts';

/** What a key may do. `operator` is left out: it follows from the owner of the key. */
const all: readonly KeyScope[] = scopes.filter((scope) => scope !== 'operator');

/** The scopes by the group of records. */
export const scopeGroups: readonly (readonly [string, readonly KeyScope[]])[] = [
  ...Map.groupBy(all, (scope) => scope.slice(0, scope.indexOf(':'))),
];

interface ScopeSet {
  readonly name: string;
  readonly sentence: string;
  readonly scopes: readonly KeyScope[];
}

/** The usual sets, the smallest first. */
export const scopeSets: readonly [ScopeSet, ...ScopeSet[]] = [
  {
    name: t('Read'),
    sentence: t('Sees everything and changes nothing.'),
    scopes: all.filter((scope) => scope.endsWith(':read')),
  },
  {
    name: t('Work on lines'),
    sentence: t('Creates, blocks and changes lines with their numbers and SIMs. Cannot delete one.'),
    scopes: [
      'lines:read',
      'lines:write',
      'orders:read',
      'orders:write',
      'inventory:read',
      'inventory:write',
      'holders:read',
      'holders:write',
      'events:read',
    ],
  },
  {
    name: t('Count usage'),
    sentence: t('Sends usage and reads balances, as a network does.'),
    scopes: ['usage:read', 'usage:write', 'lines:read'],
  },
  { name: t('Everything'), sentence: t('Deletes lines, moves money and makes keys too.'), scopes: all },
];
