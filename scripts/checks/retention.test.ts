import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobs } from '../../packages/schemas/src/jobs.ts';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const sections = read('docs/guides/retention.md').split(/^## /m);
const sectionOf = (title: string) => sections.find((text) => text.startsWith(title)) ?? '';
const [byJob, byRequest, forEver] = ['Deleted by a job', 'Deleted by a request', 'Kept for ever'].map(sectionOf) as [
  string,
  string,
  string,
];
const namesIn = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
/** The tables that a cell of each row of a section names. */
const tablesIn = (section: string, cell: number) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Table|What) \|/.test(line))
    .flatMap((line) => namesIn(line.split(' | ')[cell] ?? ''));

/** They are models and have no rows of their own. */
const views = ['unanswered_call'];
const deleted = [...tablesIn(byJob, 0), ...tablesIn(byRequest, 0)];
const kept = tablesIn(forEver, 1);

describe('the page of what is kept', () => {
  it('has each table of the schema once', () => {
    const schema = globSync('prisma/schema/*.prisma', { cwd: root }).map(read).join('\n');
    const models = [...schema.matchAll(/^model .*?^\}/gms)].map(([model]) => model);
    const tables = models.flatMap((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? []);
    expect(tables.length).toBeGreaterThan(60);
    expect([...deleted, ...kept, ...views].toSorted()).toEqual(tables.toSorted());
  });

  it('names no table as kept from which a statement deletes', () => {
    const sources = globSync('{apps,packages}/*/src/**/*.ts', { cwd: root }).map(read).join('\n');
    const named = [...sources.matchAll(/\bDELETE FROM (\w+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(20);
    expect(kept.filter((table) => named.includes(table))).toEqual([]);
  });

  it('names jobs that exist', () => {
    const named = [...byJob.matchAll(/\| `([a-z-]+)` \|$/gm)].map(([, name]) => name);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !jobs.some((job) => job.name === name))).toEqual([]);
  });
});
