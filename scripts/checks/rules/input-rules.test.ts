import { describe, expect, it } from 'vitest';
import { findInputViolations, type Package, type Project, requiredTestScript } from './input-rules.ts';

const aPackage = (folder: string, more: Partial<Package> = {}): Package => ({
  name: `@linework/${folder.split('/')[1]}`,
  folder,
  dependencies: [],
  testScript: requiredTestScript,
  testDependsOn: ['sources'],
  ...more,
});

const validProject: Project = {
  files: new Map([
    ['packages/http/src/create-route-handler.ts', "import { Problem } from '@linework/problems/problem';"],
    ['packages/http/test/serve.test.ts', "import { serve } from '../src/create-route-handler.ts';"],
    ['packages/problems/src/problem.ts', 'export class Problem {}'],
    ['apps/api/src/main.ts', "import { serve } from '@linework/http/routing/create-route-handler';"],
  ]),
  otherPaths: ['prisma/schema/lines.prisma', 'docs/why.md'],
  packages: [
    aPackage('packages/http', { dependencies: ['@linework/problems'] }),
    aPackage('packages/problems'),
    aPackage('apps/api'),
  ],
  globalDependencies: ['prisma/**', 'docker-compose.yml'],
  testDependsOn: ['sources'],
};

const withTest = (text: string): Project => ({
  ...validProject,
  files: new Map([...validProject.files, ['packages/http/test/other.test.ts', text]]),
});

describe('the inputs of tests', () => {
  it('are complete if every package that tests use is a dependency', () => {
    expect(findInputViolations(validProject)).toEqual([]);
    expect(
      findInputViolations(withTest("const schema = new URL('../../../prisma/schema/', import.meta.url);")),
    ).toEqual([]);
  });

  it('lack a package that is imported directly or indirectly by a test or a source', () => {
    const [http] = validProject.packages as [Package];
    const incomplete = {
      ...validProject,
      packages: [{ ...http, dependencies: [] }, ...validProject.packages.slice(1)],
    };
    expect(findInputViolations(incomplete)).toEqual([
      expect.stringContaining('reach packages/problems: add "@linework/problems#sources"'),
    ]);
  });

  it.each([
    "spawn(new URL('../../../apps/api/src/main.ts', import.meta.url))",
    'spawn(new URL(`../../../apps/${' + 'app}/src/main.ts`, import.meta.url))',
    "const { start } = await import('@linework/api/main');",
  ])('lack a program that a test starts: %s', (text) => {
    expect(findInputViolations(withTest(text))).toEqual([
      expect.stringContaining('reach apps/api: add "@linework/api#sources"'),
    ]);
  });

  it('lack a file of the project that Turbo does not hash', () => {
    expect(findInputViolations(withTest("readFileSync('../../../docs/why.md')"))).toEqual([
      expect.stringContaining('reach docs/why.md'),
    ]);
    expect(findInputViolations({ ...validProject, otherPaths: ['rates/2026.json'] })).toEqual([
      expect.stringContaining('rates/2026.json: declare whether it is an input'),
    ]);
  });

  it('are rejected for a package whose tests Turbo does not run', () => {
    const [http] = validProject.packages as [Package];
    expect(
      findInputViolations({
        ...validProject,
        packages: [{ ...http, testScript: undefined }, ...validProject.packages.slice(1)],
      }),
    ).toEqual([expect.stringContaining('packages/http/package.json: its script "test" must be')]);
  });
});
