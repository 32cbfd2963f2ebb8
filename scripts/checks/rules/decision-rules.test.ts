import { describe, expect, it } from 'vitest';
import { findDecisionViolations } from './decision-rules.ts';

const aPage = (number: number, status = 'Accepted.') => `# ${number}. A title\n\n## Status\n\n${status}\n`;
const pages = new Map([
  ['0001-a.md', aPage(1)],
  ['0002-b.md', aPage(2, 'Superseded by decision 4: why.')],
  ['0004-d.md', aPage(4)],
]);
const lines = [
  '| [0001](0001-a.md) | A title | Accepted |',
  '| [0002](0002-b.md) | A title | Superseded by decision 4 |',
  '| [0004](0004-d.md) | A title | Accepted |',
  '- 0003: not used.',
];
const index = ['# Decisions', ...lines, ''].join('\n');
const find = (change: readonly (readonly [string, string])[], text = index) =>
  findDecisionViolations(new Map([...pages, ...change]), text);

describe('the pages of decisions', () => {
  it('have a status, a line in the index, and a reason for each missing number', () => {
    expect(find([])).toEqual([]);
  });

  it.each(lines)('are told without the line %s', (line) => {
    expect(find([], index.replace(`${line}\n`, ''))).toHaveLength(1);
  });

  it.each([
    ['no status', aPage(1, 'Proposed.'), 'Superseded by decision N'],
    ['no title', '## Status\n\nAccepted.\n', 'must begin with'],
    ['the number of another page', aPage(7), 'must begin with'],
    ['a successor without a page', aPage(1, 'Superseded by decision 9.'), 'decision 9, which has no page'],
    ['another title than in the index', aPage(1).replace('A title', 'Another'), 'must have this line'],
  ])('are told with %s', (_what, text, fault) => {
    expect(find([['0001-a.md', text]]).join('\n')).toContain(fault);
  });

  it('are told if two have one number, and if the index lists one that does not exist', () => {
    expect(find([['0001-c.md', aPage(1)]]).join('\n')).toContain('Decision 0001 has two pages');
    expect(find([], index.replace('0001-a', '0001-x')).join('\n')).toContain('0001-x.md, which does not exist');
  });
});
