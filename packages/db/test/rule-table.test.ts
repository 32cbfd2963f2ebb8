import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { ruleTable } from '../src/rule-table.ts';
import { assembled } from '../src/statement.ts';

const db = await aTestDb();

const columns = { move: 'text', state: 'text[]', reusable: 'boolean[]', leaves: 'boolean', event: 'text' } as const;
const withoutValues = { move: null, state: null, reusable: null, leaves: null, event: null };
const release = {
  move: 'release',
  state: ['active', "an operator's"],
  reusable: [true, false],
  leaves: true,
  event: null,
};
const detach = { move: 'detach', state: ['active'], reusable: [true], leaves: false, event: 'resource.changed' };

describe('a rule table', () => {
  it.each([[[release, detach]], [[withoutValues, release]]])(
    'has the rules as rows, in their order: %j',
    async (rules) => {
      expect(
        await db.query(assembled({ text: `SELECT * FROM ${ruleTable('rule', columns, rules)}`, values: [] })),
      ).toEqual(rules);
    },
  );

  it('is not built without rules, because PostgreSQL has no VALUES without rows', () => {
    expect(() => ruleTable('rule', columns, [])).toThrow('The rule table rule has no rule.');
  });
});
