import type { Operation, OperationInput } from '@linework/sdk/operation';
import { type Command, Option } from 'commander';
import type { Context } from '../command/context.ts';
import { isPaged } from './is-paged.ts';
import { kebabCase } from './kebab-case.ts';
import { parseCount, parseSeconds } from './list-options.ts';
import { optionName } from './option-name.ts';
import type { OperationOptions } from './run-operation.ts';

/**
 * Query parameters of lists that `--limit` and `--all` replace. `after` is one where the list also has cursors; in the
 * feed it says where to begin.
 */
const pagingInputs = ['limit', 'page', 'cursor'];

/** Adds the command of an operation to the command of its noun. */
export function addOperation(noun: Command, operation: Operation, context: Context): Command {
  const command = noun
    .command(kebabCase(operation.verb), { hidden: isSecondName(operation) })
    .summary(firstSentence(operation.summary))
    .description(describeOperation(operation));
  for (const input of operation.params) command.argument(`<${argumentName(input)}>`, describeInput(input));
  if (operation.stream)
    command.argument('<FILE>', `is sent as it is: ${operation.stream.join(' or ')}, by its ending; - is the input`);
  for (const input of inputsOf(operation)) command.addOption(optionOf(input));
  addOwnOptions(command, operation);
  return command.action(async (...all: unknown[]) => {
    const { runOperation } = await import('./run-operation.ts');
    const args = all.slice(0, operation.params.length + (operation.stream ? 1 : 0)) as readonly string[];
    return runOperation(operation, args, command.optsWithGlobals<OperationOptions>(), context);
  });
}

/** Path parameters become words of the command: `ID`, `ORDER-ID`. */
const argumentName = ({ name }: OperationInput): string => kebabCase(name).toUpperCase();

/** Whether an operation can be a command of its own. A stream never ends: `events tail` reads the feed instead. */
export const isCommand = ({ returns }: Pick<Operation, 'returns'>): boolean => !returns.includes('text/event-stream');

/** Whether an operation does what another one of its noun does. Its command works, and no list shows it. */
export const isSecondName = ({ verb }: Pick<Operation, 'verb'>): boolean => verb.endsWith('ByVerb');

/** The inputs of an operation that are options. @internal */
export function inputsOf({ query, body, isList }: Operation): readonly OperationInput[] {
  const replaced = query.some(({ name }) => name === 'cursor') ? [...pagingInputs, 'after'] : pagingInputs;
  const shown = isList ? query.filter(({ name }) => !replaced.includes(name)) : query;
  return [...shown, ...(body ?? [])];
}

function optionOf(input: OperationInput): Option {
  const value = input.type === 'boolean' ? '[true|false]' : `<${valueName(input)}>`;
  const option = new Option(`--${optionName(input)} ${value}`, describeInput(input));
  if (input.type.endsWith('[]')) option.argParser(joinValues);
  return input.required ? option.helpGroup('Required options:') : option;
}

/** `--status ACTIVE --status BLOCKED` is `--status ACTIVE,BLOCKED`. */
const joinValues = (value: string, earlier: string | undefined): string =>
  earlier === undefined ? value : `${earlier},${value}`;

function valueName({ type, format, enum: values }: OperationInput): string {
  if (values !== undefined) return type.endsWith('[]') ? 'value,…' : 'value';
  if (type.endsWith('[]')) return `${format ?? type.slice(0, -2)},…`;
  if (type === 'object') return 'json|@file|name=value,…';
  return format ?? type;
}

function describeInput({ description, enum: values, default: standard }: OperationInput): string {
  return [
    description.replace(/\s+/g, ' ').trim(),
    ...(values === undefined ? [] : [`Values: ${values.join(', ')}.`]),
    ...(standard === undefined
      ? []
      : [`Default: ${typeof standard === 'string' ? standard : JSON.stringify(standard)}.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function addOwnOptions(command: Command, operation: Operation): void {
  const { isWrite, isIdempotent, body, opensOrder, returns, method } = operation;
  if (isPaged(operation)) {
    command.option('--limit <count>', 'How many to show, over as many pages as needed. Default: 20.', parseCount);
    command.option('--all', 'Show all, page after page.');
  }
  if (body !== null)
    command.option(
      '--body <file>',
      'Read the whole body from a file of JSON, or from the input with "-". Options change single members.',
    );
  if (isIdempotent)
    command.option(
      '--idempotency-key <key>',
      'Makes it safe to repeat: the same key has the same answer. By default a new one.',
    );
  if (isWrite && method !== 'POST')
    command.option('--if-match <etag>', 'Change the record only if it still has this ETag.');
  if (returns.length > 1)
    command.addOption(new Option('--accept <type>', 'The form of the document.').choices(returns));
  if (opensOrder) {
    command.option('--wait', 'Wait until the order has settled. The exit code says how it ended.');
    command.option('--timeout <seconds>', 'With --wait: stop waiting after this time, with exit code 3.', parseSeconds);
  }
}

function describeOperation({ summary, description, scope, method, path }: Operation): string {
  const needs = scope === null ? 'It needs no key.' : `It needs the scope ${scope}.`;
  return `${summary}.\n\n${description}\n\n${method} ${path}. ${needs}`.replace(/\.\.\n/, '.\n');
}

const firstSentence = (text: string): string => text.replace(/\.$/, '');
