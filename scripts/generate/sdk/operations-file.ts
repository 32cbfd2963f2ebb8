import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';

/** The file of the table of all operations. */
export function operationsFile(operations: readonly SdkOperation[]): string {
  return [
    header,
    "import type { Operation } from '../operation.ts';",
    '',
    '/** Every operation of the interface, in the order of its document. */',
    'export const operations: readonly Operation[] = [',
    ...operations.map(rowText),
    '];',
    '',
  ].join('\n');
}

/** One member a line, and one line for each object of a list, so that a change of the interface is a short difference. */
function rowText({ documented: _, ...operation }: SdkOperation): string {
  const members = Object.entries(operation).map(([name, value]) => `    ${name}: ${isListOfObjects(value) ? listText(value) : JSON.stringify(value)},`);
  return ['  {', ...members, '  },'].join('\n');
}

function isListOfObjects(value: unknown): value is readonly object[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function listText(list: readonly object[]): string {
  return ['[', ...list.map((each) => `      ${JSON.stringify(each)},`), '    ]'].join('\n');
}
