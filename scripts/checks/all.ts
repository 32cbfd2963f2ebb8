import { countTests } from './count-tests.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export interface Check {
  readonly name: string;
  readonly description: string;
  readonly command: readonly [string, ...string[]];
  /** How much a check counts that is made of many; by itself it counts as one. `ok` is whether its command ended well. */
  readonly count?: (ok: boolean) => Count;
}

const documents = ['docs/generated/openapi.json', 'docs/generated/asyncapi.json'];

/** A task that passed and of which nothing has changed is not run again, and one line says so. */
const newOutput = ['--output-logs=new-only', '--log-prefix=none'];

/** Everything that must hold before a commit, the quick ones first. */
export const checks: readonly Check[] = [
  { name: 'types', description: 'TypeScript, strict, over everything at once', command: ['turbo', 'run', '//#task:types', ...newOutput] },
  { name: 'lint', description: 'Biome: form and rules', command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100'] },
  { name: 'ladder', description: 'Turbo: packages import only what they declare, downwards only', command: ['turbo', 'boundaries'] },
  { name: 'imports', description: 'folders of the domain downwards only, the tools of tests in tests only', command: ['node', 'scripts/checks/imports.ts'] },
  { name: 'inputs', description: 'turbo.json names everything that the tests of a package depend on', command: ['node', 'scripts/checks/inputs.ts'] },
  { name: 'unused', description: 'Knip: no unused export or dependency', command: ['knip', '--no-config-hints'] },
  { name: 'orphans', description: 'every source file is used by a program', command: ['node', 'scripts/checks/orphans.ts'] },
  { name: 'sources', description: 'no banned word (docs/glossary.md), no SQL template over 40 lines', command: ['node', 'scripts/checks/source-rules.ts'] },
  {
    name: 'generated',
    description: 'docs/generated and docs/configuration.md are what npm run generate writes',
    command: ['turbo', 'run', '//#task:generated', ...newOutput],
  },
  { name: 'documents', description: 'Redocly: OpenAPI and AsyncAPI as they are written', command: ['redocly', 'lint', ...documents] },
  {
    name: 'contract',
    description: 'Spectral: OpenAPI by its own and the OWASP rules',
    command: ['spectral', 'lint', '--fail-severity=hint', '--quiet', 'docs/generated/openapi.json'],
  },
  { name: 'migrations', description: 'Squawk: no migration stops a database that is in use', command: ['squawk', 'prisma/migrations/*/migration.sql'] },
  { name: 'lock', description: 'package-lock.json installs cleanly', command: ['npm', 'ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'] },
  { name: 'hygiene', description: 'no path of a machine, no foreign registry in what is committed', command: ['node', 'scripts/checks/hygiene.ts'] },
  { name: 'secrets', description: 'Secretlint: no key and no password, today or in the history', command: ['node', 'scripts/checks/secrets.ts'] },
  {
    name: 'tests',
    description: 'Turbo and Vitest, on real PostgreSQL and Redis: each package that changed, or that uses one that did',
    command: ['node', 'scripts/checks/tests.ts'],
    count: countTests,
  },
  {
    name: 'image',
    description: 'The image is built and run, and docker-compose.yml with it, service by service',
    command: ['node', 'scripts/checks/image.ts'],
  },
];
