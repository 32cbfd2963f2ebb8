import type { Operation } from '@linework/sdk/operation';
import { Argument, type Command } from 'commander';
import type { Context } from '../command/context.ts';
import type { OwnCommand } from '../command/own-command.ts';
import { usageError } from '../errors/cli-error.ts';
import { parseSeconds } from '../operations/list-options.ts';
import type { OperationOptions } from '../operations/run-operation.ts';
import type { ChangeOptions } from './change-orders.ts';
import type { IncidentOptions } from './list-incidents.ts';
import type { ListOptions } from './run-list.ts';

/** The operations on one order that also work on all orders that match `--where`. */
const changes = {
  retry: 'Retry a failed order, or all that match --where',
  rollback: 'Roll back a failed order, or all that match --where',
  cancel: 'Cancel an order, or all that match --where',
  close: 'Close a failed order without changing its line, or all that match --where',
} as const;

/** The operations whose rows a list has. */
const listOperations = ['create', 'swap-sim', 'change-number'] as const;

/** The commands about orders. */
export const orderCommands: readonly OwnCommand[] = [
  {
    name: 'incidents',
    summary: 'Count the orders that need attention by their error',
    build: (command, context) =>
      void command
        .option(
          '--group-by <members>',
          'What the orders of a group share: type, step, error, broker. Default: type,step,error.',
        )
        .action(async () =>
          (await import('./list-incidents.ts')).listIncidents(command.optsWithGlobals<IncidentOptions>(), context),
        ),
  },
  {
    noun: 'orders',
    name: 'watch',
    summary: 'Show each change of an order until it has settled',
    build: (command, context) =>
      void command
        .argument('<ID>', 'the order')
        .option('--exit-status', 'The exit code says how it ended: 0 done, 1 failed, 2 cancelled, 3 timed out.')
        .option('--timeout <seconds>', 'Stop after this time, with exit code 3.', parseSeconds)
        .action(async (id: string) =>
          (await import('./watch-order.ts')).watchOrder(id, command.optsWithGlobals(), context),
        ),
  },
  {
    noun: 'orders',
    name: 'explain',
    summary: 'Say why an order stands where it stands, and what can be done',
    build: (command, context) =>
      void command
        .argument('<ID>', 'the order')
        .action(async (id: string) =>
          (await import('./show-explanation.ts')).showExplanation(id, command.optsWithGlobals(), context),
        ),
  },
  {
    noun: 'bulk-operations',
    name: 'run-list',
    summary: 'Create lines, swap SIMs or change numbers from a file of CSV; the same file runs once',
    build: (command, context) =>
      void command
        .addArgument(new Argument('<OPERATION>', 'what each row asks for').choices(listOperations))
        .argument('<FILE>', 'a file of CSV whose first line names the columns, such as line,sim')
        .option('--dry-run', 'Place no order, and write every row that would be refused.')
        .option('--reason <text>', 'Why; the events of the orders keep it.')
        .action(async (kind: (typeof listOperations)[number], file: string) =>
          (await import('./run-list.ts')).runList(kind, file, command.optsWithGlobals<ListOptions>(), context),
        ),
  },
  ...Object.entries(changes).map(([name, summary]) => ({
    noun: 'orders',
    name,
    summary,
    build: (command: Command, context: Context, operations: readonly Operation[]) =>
      buildChange(command, name, { context, operations }),
  })),
];

interface Parts {
  readonly context: Context;
  readonly operations: readonly Operation[];
}

function buildChange(command: Command, name: string, { context, operations }: Parts): void {
  const operation = findOperation(operations, name);
  const hasInput = operation.body?.some((input) => input.name === 'input') ?? false;
  command
    .argument('[ID]', 'the order; without it --where selects the orders')
    .option(
      '--where <filters>',
      'Change all orders that match, such as "status=FAILED type=LINE_BLOCK". The filters are those of "orders list".',
    )
    .option('--dry-run', 'With --where: count what would be changed, and change nothing.')
    .option('--yes', 'With --where: change the orders.')
    .option('--reason <text>', 'Why; it is stored. Required with --where.')
    .option('--wait', 'With ID: wait until the order has settled. The exit code says how it ended.')
    .option('--timeout <seconds>', 'With --wait: stop waiting after this time, with exit code 3.', parseSeconds)
    .option('--idempotency-key <key>', 'Makes it safe to repeat: the same key has the same answer.');
  if (hasInput) command.option('--input <json|@file>', 'With ID: replaces the input of the order.');
  command.action(async (id?: string) => {
    const options = command.optsWithGlobals<ChangeOptions & OperationOptions & { readonly where?: string }>();
    if ((id === undefined) === (options.where === undefined))
      throw usageError(`Name an order, or select orders with --where: linework orders ${name} ID`);
    if (options.where === undefined) {
      const { runOperation } = await import('../operations/run-operation.ts');
      return runOperation(operation, [id ?? ''], options, context);
    }
    const [{ changeOrders }, { parseWhere }] = await Promise.all([
      import('./change-orders.ts'),
      import('./parse-where.ts'),
    ]);
    return changeOrders(name, parseWhere(options.where, findOperation(operations, 'list').query), options, context);
  });
}

function findOperation(operations: readonly Operation[], verb: string): Operation {
  const operation = operations.find((each) => each.noun === 'orders' && each.verb === verb);
  if (operation === undefined) throw new Error(`The interface has no orders ${verb}.`);
  return operation;
}
