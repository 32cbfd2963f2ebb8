import type { Operation, OperationInput } from '@linework/sdk/operation';
import { usageError } from '../errors/cli-error.ts';
import { kebabCase } from './kebab-case.ts';
import { optionName } from './option-name.ts';
import { parseValue } from './parse-value.ts';
import { readBody } from './read-body.ts';

/** The values of the options as commander gives them, by camel-case names. */
export type GivenOptions = Readonly<Record<string, unknown>>;

export interface BuiltRequest {
  readonly method: Operation['method'];
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Builds the request of an operation from the words and options of the command line. Throws an error that lists every
 * required option that is missing.
 */
export function buildRequest(operation: Operation, args: readonly string[], options: GivenOptions): BuiltRequest {
  const query = readInputs(operation.query, options, 'query');
  const whole = typeof options['body'] === 'string' ? readBody(options['body']) : undefined;
  const members = readInputs(operation.body ?? [], options, 'body');
  const body = mergeBody(whole, members);
  const missing = [
    ...findMissing(operation.query, query),
    ...(body === undefined && !operation.bodyRequired ? [] : findMissing(operation.body ?? [], body)),
  ];
  if (missing.length > 0) {
    const command = `linework ${kebabCase(operation.noun)} ${kebabCase(operation.verb)}`;
    const names = missing.map((name) => `--${name}`).join(' and ');
    throw usageError(`${names} ${missing.length === 1 ? 'is' : 'are'} missing; see "${command} --help".`);
  }
  return { method: operation.method, path: fillPath(operation, args), query, body };
}

/** The name under which commander keeps the value of an option. */
const keptName = (input: Pick<OperationInput, 'name'>): string =>
  optionName(input).replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

function readInputs(
  inputs: readonly OperationInput[],
  options: GivenOptions,
  place: 'query' | 'body',
): Readonly<Record<string, unknown>> {
  const given = inputs.flatMap((input) => {
    const text = options[keptName(input)];
    if (text === undefined) return [];
    // A boolean option may stand without a value.
    const value = text === true ? true : parseValue(input, String(text));
    return [[input.name, place === 'query' && Array.isArray(value) ? value.join(',') : value] as const];
  });
  return Object.fromEntries(given);
}

function mergeBody(whole: unknown, members: Readonly<Record<string, unknown>>): unknown {
  if (whole === undefined) return Object.keys(members).length === 0 ? undefined : members;
  if (Object.keys(members).length === 0) return whole;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw usageError('--body has no object, so no option can set one of its members.');
  // An option wins over the same member of the file.
  return { ...whole, ...members };
}

function findMissing(inputs: readonly OperationInput[], given: unknown): readonly string[] {
  const present = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  if (given !== undefined && (typeof given !== 'object' || Array.isArray(given))) return [];
  return inputs.filter(({ name, required }) => required && present[name] === undefined).map(optionName);
}

function fillPath({ path, params }: Operation, args: readonly string[]): string {
  return params.reduce(
    (filled, { name }, at) => filled.replace(`{${name}}`, encodeURIComponent(checkSegment(name, args[at] ?? ''))),
    path,
  );
}

/** `..` would be removed from the address, and another route would be called. */
function checkSegment(name: string, text: string): string {
  if (text === '' || text === '.' || text === '..')
    throw usageError(`${kebabCase(name).toUpperCase()} must not be "${text}".`);
  return text;
}
