import type { OperationInput } from '@linework/sdk/operation';
import { usageError } from '../errors/cli-error.ts';
import { parseValue } from '../operations/parse-value.ts';

/** Members of the query of a list that select no orders. */
const notFilters = ['limit', 'page', 'cursor', 'sortBy', 'sortOrder'];

/**
 * Parses the condition of `--where`, such as `status=FAILED type=LINE_BLOCK`: `name=value` of the filters of the list
 * of orders, divided by spaces. A value with spaces stands in double quotes. Throws an error that names the filter.
 */
export function parseWhere(text: string, query: readonly OperationInput[]): Readonly<Record<string, unknown>> {
  const filters = query.filter(({ name }) => !notFilters.includes(name));
  const words = text.match(/[^\s=]+=(?:"[^"]*"|[^\s"]*)|\S+/g) ?? [];
  if (words.length === 0) throw usageError('--where must name at least one filter, such as "status=FAILED".');
  return Object.fromEntries(words.map((word) => parseCondition(word, filters)));
}

function parseCondition(word: string, filters: readonly OperationInput[]): readonly [string, unknown] {
  const [, name = '', quoted = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === '') throw usageError(`--where has "${word}"; write name=value.`);
  const input = filters.find((each) => each.name === name);
  if (input === undefined)
    throw usageError(`--where knows no filter "${name}". It knows ${filters.map((each) => each.name).join(', ')}.`);
  return [name, parseValue(input, quoted.replace(/^"(.*)"$/s, '$1'))];
}
