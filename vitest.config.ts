import { configDefaults, defineConfig } from 'vitest/config';
import { isBugPlanted, plantedBug } from './packages/testing/src/programs/planted-bug.ts';
import { generalLimits, longKinds } from './packages/testing/src/run/time-limits.ts';

/** The command chooses the form (scripts/test.ts). */
const isShort = process.env['TEST_FORM'] === 'short';

export default defineConfig({
  plugins: [plantedBug],
  test: {
    fsModuleCache: !isBugPlanted,
    include: [
      'apps/*/test/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'campaign/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...(isShort ? longKinds.map((kind) => `**/*.${kind}.test.ts`) : [])],
    globalSetup: ['scripts/test-servers.ts'],
    // They also wait, for a program to start or a lease to end. With more workers two cores do not do more, and each
    // test comes nearer to its time limit.
    maxWorkers: 4,
    // Every file has a database of its own; loading the modules anew for each would take as long again as half of the
    // tests.
    isolate: false,
    setupFiles: ['scripts/before-each-file.ts'],
    ...generalLimits,
  },
});
