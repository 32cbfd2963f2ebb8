import type { GlobalOptions } from '../command/context.ts';
import { helpText } from '../command/help-text.ts';
import type { OwnCommand } from '../command/own-command.ts';
import { parseCount, parseSeconds } from '../operations/list-options.ts';
import { addFilterOptions } from './feed-filter.ts';

const responseSeconds = 15;

/** The commands about events. */
export const eventCommands: readonly OwnCommand[] = [
  {
    name: 'listen',
    summary: 'Forward events to an address as signed webhooks, without a public endpoint',
    build: (command, context) =>
      void addFilterOptions(
        command.requiredOption('--forward-to <url>', 'The address, such as http://127.0.0.1:4000/webhooks.'),
      )
        .option(
          '--from <position>',
          'Where to begin: last (where the last run to this address stopped), now, oldest, or after a position.',
          'last',
        )
        .option('--timeout <seconds>', 'How long the receiver may take.', parseSeconds, responseSeconds)
        .option(
          '--attempts <count>',
          'Go on with the next event after so many failed attempts. Default: try until it is delivered.',
          parseCount,
        )
        .addHelpText('after', () =>
          helpText(
            'LINEWORK_WEBHOOK_SECRET is the secret of the signatures (whsec_…); without it one is made and kept ' +
              'for this address.',
            context,
          ),
        )
        .action(async () => (await import('./listen.ts')).listen(command.optsWithGlobals(), context)),
  },
  {
    name: 'trigger',
    summary: 'Cause an event of a type in the demo of "npm start", by a real action',
    build: (command, context) =>
      void command
        .argument('[TYPE]', 'the type, such as line.blocked')
        .option('--list', 'List the types that can be caused, and how.')
        .option('--demo <file>', 'The file with the addresses and keys of the demo.', '.local/demo.json')
        .action(async (type: string | undefined) => {
          const { list, ...options } = command.optsWithGlobals<
            GlobalOptions & { readonly list?: boolean; readonly demo: string }
          >();
          if (list === true || type === undefined)
            return (await import('./trigger/list-scenarios.ts')).listScenarios(options, context);
          return (await import('./trigger/trigger.ts')).trigger(type, options, context);
        }),
  },
  {
    noun: 'events',
    name: 'tail',
    summary: 'Show events as they happen',
    build: (command, context) =>
      void addFilterOptions(command)
        .option('--from <position>', 'Where to begin: now, oldest, or after a position.', 'now')
        .option('--limit <count>', 'End after so many events.', parseCount)
        .action(async () => (await import('./tail-events.ts')).tailEvents(command.optsWithGlobals(), context)),
  },
  {
    noun: 'events',
    name: 'resend',
    summary: 'Send the event of a webhook delivery again, or events of the past to an endpoint',
    build: (command, context) =>
      void command
        .argument('[DELIVERY]', 'the delivery; without it --endpoint and the events')
        .option('--endpoint <uuid>', 'The endpoint that gets the events.')
        .option('--event <uuid>', 'With --endpoint: this event.')
        .option('--from-position <position>', 'With --endpoint: from this position on.', parseCount)
        .option('--to-position <position>', 'With --endpoint: up to this position.', parseCount)
        .option('--type <types>', 'With --endpoint: these types, such as line.*, divided by commas.')
        .option('--missing-since <time>', 'With --endpoint: the events since this time that were not delivered.')
        .option('--per-second <count>', 'How many are sent in a second.', parseCount)
        .option('--dry-run', 'Count the events, and send none.')
        .action(async (delivery: string | undefined) =>
          (await import('./resend.ts')).resend(delivery, command.optsWithGlobals(), context),
        ),
  },
];
