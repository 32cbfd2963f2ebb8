import { helpText } from '../command/help-text.ts';
import type { OwnCommand } from '../command/own-command.ts';

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** The commands about profiles, and the one for any request. */
export const sessionCommands: readonly OwnCommand[] = [
  {
    name: 'login',
    summary: 'Store an address and its key as a profile',
    build: (command, context) =>
      void command
        .option('--no-verify', 'Store the key without asking the API whether it is valid.')
        .addHelpText('after', () =>
          helpText(
            'The key is asked for and not shown, or read from the input: "linework login --base-url URL < ' +
              'file-with-key".',
            context,
          ),
        )
        .action(async () => (await import('./log-in.ts')).logIn(command.optsWithGlobals(), context)),
  },
  {
    name: 'logout',
    summary: 'Remove a profile with its key',
    build: (command, context) =>
      void command.action(async () => (await import('./log-out.ts')).logOut(command.optsWithGlobals(), context)),
  },
  {
    name: 'profiles',
    summary: 'List the profiles, or choose one with --use',
    build: (command, context) =>
      void command.option('--use <name>', 'Make this profile the current one.').action(async () => {
        const { chooseProfile, listProfiles } = await import('./list-profiles.ts');
        const { use, ...options } = command.optsWithGlobals<{ readonly use?: string }>();
        return use === undefined ? listProfiles(options, context) : chooseProfile(use, context);
      }),
  },
  {
    name: 'open',
    summary: 'Open the console, the reference or the guides in the browser',
    build: (command, context) =>
      void command
        .argument(
          '[PAGE]',
          'console, docs or guides, or what the search of the console finds, such as an id or a number',
        )
        .option('--print', 'Print the address, and open nothing.')
        .action(async (page: string | undefined) =>
          (await import('./open-page.ts')).openPage(page, command.optsWithGlobals(), context),
        ),
  },
  {
    name: 'api',
    summary: 'Send any request, such as: linework api GET /lines',
    build: (command, context) =>
      void command
        .argument('<METHOD>', 'GET, POST, PUT, PATCH or DELETE')
        .argument('<PATH>', 'a path of the API, such as /lines')
        .option('--body <file>', 'Read the JSON of the body from a file, or from the input with "-".')
        .option('-q, --query <name=value>', 'A parameter of the query; may be repeated.', collect)
        .option('-H, --header <name:value>', 'A header; may be repeated.', collect)
        .option('--idempotency-key <key>', 'Makes it safe to repeat a write.')
        .action(async (method: string, path: string) =>
          (await import('./call-api.ts')).callApi(method, path, command.optsWithGlobals(), context),
        ),
  },
];
