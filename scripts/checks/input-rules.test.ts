import { describe, expect, it } from 'vitest';
import { findInputViolations, type Package, type Project, testScriptOf } from './input-rules.ts';

const aPackage = (folder: string, more: Partial<Package> = {}): Package => ({
  name: `@linework/${folder.split('/')[1]}`,
  folder,
  dependencies: [],
  testScript: testScriptOf(folder),
  testDependsOn: ['sources'],
  ...more,
});

const sound: Project = {
  files: new Map([
    ['packages/http/src/create-route-handler.ts', "import { Problem } from '@linework/problems/problem';"],
    ['packages/http/test/serve.test.ts', "import { serve } from '../src/create-route-handler.ts';"],
    ['packages/problems/src/problem.ts', 'export class Problem {}'],
    ['apps/api/src/main.ts', "import { serve } from '@linework/http/create-route-handler';"],
  ]),
  otherPaths: ['prisma/schema/lines.prisma', 'docs/why.md'],
  packages: [aPackage('packages/http', { dependencies: ['@linework/problems'] }), aPackage('packages/problems'), aPackage('apps/api')],
  globalDependencies: ['prisma/**', 'docker-compose.yml'],
  testDependsOn: ['sources'],
};

const withTest = (text: string): Project => ({ ...sound, files: new Map([...sound.files, ['packages/http/test/other.test.ts', text]]) });

describe('the inputs of tests', () => {
  it('are complete where every package that tests reach is a dependency', () => {
    expect(findInputViolations(sound)).toEqual([]);
    expect(findInputViolations(withTest("const schema = new URL('../../../prisma/schema/', import.meta.url);"))).toEqual([]);
  });

  it('lack a package that is imported by a test, by a source or by what these import', () => {
    const [http] = sound.packages as [Package];
    const forgotten = { ...sound, packages: [{ ...http, dependencies: [] }, ...sound.packages.slice(1)] };
    expect(findInputViolations(forgotten)).toEqual([expect.stringContaining('reach packages/problems: add "@linework/problems#sources"')]);
  });

  it.each([
    "spawn(new URL('../../../apps/api/src/main.ts', import.meta.url))",
    'spawn(new URL(`../../../apps/${' + 'app}/src/main.ts`, import.meta.url))',
    "const { start } = await import('@linework/api/main');",
  ])('lack a program that a test starts: %s', (text) => {
    expect(findInputViolations(withTest(text))).toEqual([expect.stringContaining('reach apps/api: add "@linework/api#sources"')]);
  });

  it('lack a file of the project that Turbo does not look at', () => {
    expect(findInputViolations(withTest("readFileSync('../../../docs/why.md')"))).toEqual([expect.stringContaining('reach docs/why.md')]);
    expect(findInputViolations({ ...sound, otherPaths: ['rates/2026.json'] })).toEqual([expect.stringContaining('rates/2026.json: is it an input')]);
  });

  it('are of no use to a package whose tests Turbo does not run', () => {
    const [http] = sound.packages as [Package];
    expect(findInputViolations({ ...sound, packages: [{ ...http, testScript: undefined }, ...sound.packages.slice(1)] })).toEqual([
      expect.stringContaining('packages/http/package.json: its script "test" has to be'),
    ]);
  });
});
