import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { needs } from '@linework/testing/run/needs';
import { describe, expect, it } from 'vitest';

needs('git');

const listPages = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((page) => page !== '' && existsSync(page));

/** The files that a page leads to. Addresses of other sites and of the running product are not checked. */
function listTargets(page: string): readonly string[] {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => target,
  );
  return links
    .filter((target) => !/^([a-z]+:|\/)/.test(target))
    .map((target) => posix.join(posix.dirname(page), target));
}

describe('the pages of the repository', () => {
  it('link only to files that exist', () => {
    const links = listPages().flatMap((page) => listTargets(page).map((target) => ({ page, target })));
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ target }) => !existsSync(target))).toEqual([]);
  });
});
