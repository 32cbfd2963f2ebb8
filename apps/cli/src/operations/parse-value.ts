import { readFileSync } from 'node:fs';
import type { OperationInput } from '@linework/sdk/operation';
import { usageError } from '../errors/cli-error.ts';
import { kebabCase } from './kebab-case.ts';

const standardInput = 0;

type Parse = (text: string, fail: (rule: string) => never) => unknown;

/** How the text of an option becomes the value of its type. */
const parsers: Readonly<Record<string, Parse>> = {
  string: (text) => text,
  integer: (text, fail) =>
    /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : fail('must be a whole number'),
  number: (text, fail) =>
    text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : fail('must be a number'),
  boolean: (text, fail) => (/^(?:true|false)$/.test(text) ? text === 'true' : fail('must be true or false')),
  object: parseObject,
  array: (text, fail) => {
    const value = parseJson(readText(text, fail), fail);
    return Array.isArray(value) ? value : fail('must be a JSON array, such as \'["a"]\'');
  },
};

/** Parses the text of an option. Throws an error that names the option and the rule. */
export function parseValue(input: OperationInput, text: string): unknown {
  const fail = (rule: string): never => {
    throw usageError(`--${kebabCase(input.name)} ${rule}; it is "${text}".`);
  };
  const isList = input.type.endsWith('[]');
  const parse = parsers[isList ? input.type.slice(0, -2) : input.type] ?? parseAny;
  if (!isList) return checkEnum(input, parse(text, fail), fail);
  const texts = text.startsWith('@') ? readText(text, fail).split(/[\s,]+/) : text.split(',');
  return texts.filter((each) => each !== '').map((each) => checkEnum(input, parse(each, fail), fail));
}

function checkEnum({ enum: values }: OperationInput, value: unknown, fail: (rule: string) => never): unknown {
  if (values === undefined || typeof value !== 'string' || values.includes(value)) return value;
  // A status that is typed in small letters is what is meant; another word is not guessed.
  const sameWord = values.find((each) => each.toLowerCase() === value.toLowerCase());
  return sameWord ?? fail(`must be one of ${values.join(', ')}`);
}

/** An object as JSON, from a file with `@FILE` or the standard input with `@-`, or as `name=value,name=value`. */
function parseObject(text: string, fail: (rule: string) => never): unknown {
  const content = readText(text, fail).trim();
  if (content.startsWith('{')) return parseJson(content, fail);
  const pairs = content.split(',').map((pair) => pair.split(/=(.*)/s, 2));
  if (pairs.some(([name, value]) => !name || value === undefined))
    return fail('must be JSON (\'{"poolId": …}\'), @FILE, or name=value,name=value');
  return Object.fromEntries(pairs);
}

const parseAny: Parse = (text, fail) => (/^[[{]/.test(text) ? parseJson(text, fail) : text);

function readText(text: string, fail: (rule: string) => never): string {
  if (!text.startsWith('@')) return text;
  try {
    return readFileSync(text === '@-' ? standardInput : text.slice(1), 'utf8');
  } catch {
    return fail('names a file that cannot be read');
  }
}

function parseJson(text: string, fail: (rule: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`must be JSON (${error instanceof Error ? error.message : 'not readable'})`);
  }
}
