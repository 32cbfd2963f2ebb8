import { type Count, countTests } from './count-tests.ts';

export interface Check {
  readonly name: string;
  readonly description: string;
  readonly command: readonly [string, ...string[]];
  /**
   * Counts the parts of a check that has many. Without it a check counts as one. `ok` tells whether its command
   * succeeded.
   */
  readonly count?: (ok: boolean) => Count;
  /** Whether turbo runs it. Its frame is left out, and the lines of the task are shown last. */
  readonly isTurboTask?: true;
}

const documents = ['docs/generated/openapi.json', 'docs/generated/asyncapi.json'];

/** The configurations of the tools. */
const config = 'scripts/checks/config';
const knip = ['--config', `${config}/knip.json`, '--no-config-hints'];

/** An unchanged task that passed is not run again; its output is then one line. */
const newOutput = ['--output-logs=new-only', '--log-prefix=none'];

/** All checks before a commit, the quick ones first. */
export const checks: readonly Check[] = [
  {
    name: 'types',
    description: 'TypeScript, strict, for all files together',
    command: ['turbo', 'run', '//#task:types', ...newOutput],
    isTurboTask: true,
  },
  {
    name: 'lint',
    description: 'Biome: format and rules',
    command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100'],
  },
  {
    name: 'ladder',
    description: 'Turbo: packages import only declared packages, and only downwards',
    command: ['turbo', 'boundaries'],
  },
  {
    name: 'folders',
    description: 'folders of a package have at most 40 files, a name with a meaning, and do not depend on each other',
    command: ['node', 'scripts/checks/folders.ts'],
  },
  {
    name: 'inputs',
    description: 'turbo.json lists all inputs of the tests of a package',
    command: ['node', 'scripts/checks/inputs.ts'],
  },
  {
    name: 'unused',
    description: 'Knip: no unused export or dependency',
    command: ['knip', ...knip],
  },
  {
    name: 'orphans',
    description: 'Knip: a program uses every export that is not @internal, so not only a test',
    command: ['knip', ...knip, '--production', '--include', 'files,exports'],
  },
  {
    name: 'sources',
    description: 'no banned word (docs/glossary.md), no SQL template over 60 lines, one clause and 120 columns a line',
    command: ['node', 'scripts/checks/source-rules.ts'],
  },
  {
    name: 'mutants',
    description: 'each known bug of the campaign fits the sources and names its tests',
    command: ['node', 'scripts/checks/mutants.ts'],
  },
  {
    name: 'decisions',
    description: 'each page of docs/decisions has a status and a line in the index, and each missing number a reason',
    command: ['node', 'scripts/checks/decisions.ts'],
  },
  {
    name: 'generated',
    description: 'generated pages, rules, dashboards and types of rows match the output of npm run generate',
    command: ['turbo', 'run', '//#task:generated', ...newOutput],
    isTurboTask: true,
  },
  {
    name: 'interface',
    description: 'the OpenAPI document has no breaking change without a reason (scripts/interface-changes/accepted.ts)',
    command: ['node', 'scripts/checks/interface-changes.ts'],
  },
  {
    name: 'documents',
    description: 'Redocly: the OpenAPI and AsyncAPI documents are valid',
    command: ['redocly', 'lint', '--config', `${config}/redocly.yaml`, ...documents],
  },
  {
    name: 'contract',
    description: 'Spectral: the OpenAPI document follows the OpenAPI and OWASP rules',
    command: [
      'spectral',
      'lint',
      `--ruleset=${config}/spectral.yaml`,
      '--fail-severity=hint',
      '--quiet',
      'docs/generated/openapi.json',
    ],
  },
  {
    name: 'migrations',
    description: 'Squawk: no migration blocks a database that is in use',
    command: ['squawk', '--config', `${config}/squawk.toml`, 'prisma/migrations/*/migration.sql'],
  },
  {
    name: 'lock',
    description: 'package-lock.json installs cleanly',
    command: ['npm', 'ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'],
  },
  {
    name: 'figures',
    description:
      'README.md and bench/RESULTS.md have the measured figures, with date and commit, and none older than the release',
    command: ['node', 'scripts/checks/figures.ts'],
  },
  {
    name: 'hygiene',
    description: 'committed files have no path of a machine and no private registry',
    command: ['node', 'scripts/checks/hygiene.ts'],
  },
  {
    name: 'secrets',
    description: 'Secretlint: no key and no password, now or in the history',
    command: ['node', 'scripts/checks/secrets.ts'],
  },
  {
    name: 'tests',
    description:
      'Turbo and Vitest, with real PostgreSQL and Redis: each package that changed or depends on a changed one',
    command: ['node', 'scripts/checks/tests.ts'],
    count: countTests,
  },
  {
    name: 'image',
    description: 'The image is built and runs the services of docker-compose.production.yml and the demo data',
    command: ['node', 'scripts/checks/image.ts'],
  },
];
