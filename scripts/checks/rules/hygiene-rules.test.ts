import { describe, expect, it } from 'vitest';
import { findHygieneViolations } from './hygiene-rules.ts';

describe('the rules of hygiene', () => {
  it('find paths of one machine and private registries, with their line', () => {
    expect(findHygieneViolations('a.md', 'one\nsee /home/ana/linework\n')).toEqual([
      'a.md:2: a path of one machine: /home/ana',
    ]);
    for (const text of [
      "cd '/Users/ana'",
      'file:///root/clone/x',
      '"resolved": "https://registry.example.com/zod/-/zod-4.6.7.tgz"',
      'http://npm-proxy:4873/zod',
      'https://example.com/artifactory/api/npm',
      'registry=http://10.0.0.1/',
    ]) {
      expect(findHygieneViolations('a', text), text).toHaveLength(1);
    }
  });

  it('accept other paths and the public registry', () => {
    for (const text of [
      'https://registry.npmjs.org/zod',
      'https://linework.example/range-registry',
      '/tmp/linework',
      'apps/home/start.ts',
      './root/x',
      'GET /lines/work',
      '/usr/bin/env bash',
      'as /root is',
    ]) {
      expect(findHygieneViolations('a', text), text).toEqual([]);
    }
  });
});
