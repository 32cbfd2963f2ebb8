import type { Command } from 'commander';
import type { Context } from '../command/context.ts';
import type { OwnCommand } from '../command/own-command.ts';

type Run = (options: Readonly<Record<string, unknown>>, context: Context) => Promise<void>;

interface AdminCommand {
  readonly name: string;
  readonly summary: string;
  readonly addOptions?: (command: Command) => void;
  /** Loads the program only when it is run: Prisma and pg take 0.3 s. */
  readonly load: () => Promise<Run>;
}

const programs: readonly AdminCommand[] = [
  {
    name: 'create-operator-key',
    summary: 'Create a key that sees every broker and has every scope; needs DATABASE_URL',
    addOptions: (command) => void command.option('--name <name>', 'The name of the key.'),
    load: async () => (await import('./create-first-records.ts')).createOperatorKey,
  },
  {
    name: 'create-operator',
    summary: 'Create a person who works with the console, with a first password; needs DATABASE_URL',
    addOptions: (command) =>
      void command
        .option('--name <name>', 'The name to sign in with.')
        .option('--role <role>', 'viewer, operator or administrator.', 'administrator')
        .option('--email <address>', 'How the OpenID provider knows the person.'),
    load: async () => (await import('./create-first-records.ts')).createFirstOperator,
  },
  {
    name: 'create-broker',
    summary: 'Create a broker; needs DATABASE_URL',
    addOptions: (command) =>
      void command
        .option('--id <uuid>', 'The id of this broker in another Linework.')
        .option('--name <name>', 'The name of the broker.')
        .option('--code <code>', 'A short name.')
        .option('--cell-group <group>', 'The group in its keys; CELL_GROUP by default.'),
    load: async () => (await import('./create-first-records.ts')).createFirstBroker,
  },
  {
    name: 'verify-counters',
    summary: 'Compare the counters of pools with their resources; needs DATABASE_URL',
    addOptions: (command) => void command.option('--fix', 'Repair wrong counters.'),
    load: async () => (await import('./verify-pool-counters.ts')).verifyPoolCounters,
  },
  {
    name: 'verify-archives',
    summary: 'Compare the archives of a folder with their manifests: rows, bytes and SHA-256',
    addOptions: (command) => void command.requiredOption('--folder <path>', 'ARCHIVE_FOLDER of the workers.'),
    load: async () => (await import('./verify-archive-folder.ts')).verifyArchiveFolder as Run,
  },
  {
    name: 'split',
    summary: 'Move groups of brokers to a copy of this cell; needs DATABASE_URL and MOVED_DATABASE_URL, of superusers',
    addOptions: (command) =>
      void command
        .option('--groups <groups>', 'The groups that move, separated by commas.')
        .option('--begin', 'Before the copy: no program starts any more.')
        .option('--dry-run', 'Delete nothing, and count.'),
    load: async () => (await import('./split-cell.ts')).splitCell,
  },
  {
    name: 'verify-cells',
    summary: 'Find numbers and SIMs that several cells have; needs CELLS_FILE, JSON of the database of each cell',
    load: () => import('./verify-cells.ts').then(({ verifyCells }) => withoutOptions(verifyCells)),
  },
  {
    name: 'find-shared-keys',
    summary: 'Find SIMs that share K or OPc; needs DATABASE_URL and SECRET_PRIVATE_KEYS_FILE',
    load: () => import('./compare-sim-keys.ts').then(({ compareSimKeys }) => withoutOptions(compareSimKeys)),
  },
  {
    name: 'rotate-secrets',
    summary: 'Wrap all data keys with the newest key; needs DATABASE_URL and SECRET_PRIVATE_KEYS_FILE',
    load: () => import('./rotate-secret-keys.ts').then(({ rotateSecretKeys }) => withoutOptions(rotateSecretKeys)),
  },
  {
    name: 'seal-secrets',
    summary: 'Encrypt the secrets that release 1.0.0 stored in clear; needs DATABASE_URL and SECRET_PUBLIC_KEYS_FILE',
    load: () => import('./seal-secrets.ts').then(({ sealSecrets }) => withoutOptions(sealSecrets)),
  },
  {
    name: 'seal-export',
    summary: 'Add secrets to an export, sealed for a receiver; needs DATABASE_URL and SECRET_PRIVATE_KEYS_FILE',
    addOptions: (command) =>
      void command
        .option('--dir <path>', 'The folder of the export.')
        .option('--receiver-key <path>', "The receiver's public key, X25519 in PEM."),
    load: async () => (await import('./seal-export.ts')).sealExport,
  },
  {
    name: 'prepare-queues',
    summary: 'Create the tables of the queues; needs DATABASE_URL',
    load: () => import('./prepare-queues.ts').then(({ prepareQueues }) => withoutOptions(prepareQueues)),
  },
];

const withoutOptions =
  (run: (context: Context) => Promise<void>): Run =>
  (_options, context) =>
    run(context);

/**
 * The programs that work on the database itself. Their settings are environment variables, as those of the other
 * programs.
 */
export const adminCommands: readonly OwnCommand[] = programs.map(({ name, summary, addOptions, load }) => ({
  noun: 'admin',
  name,
  summary,
  build(command, context) {
    addOptions?.(command);
    command.action(async () => {
      const { runAdmin } = await import('./run-admin.ts');
      await runAdmin(async () => (await load())(command.opts(), context));
    });
  },
}));
