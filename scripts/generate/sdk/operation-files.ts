import { toKebabCase } from './name-operation.ts';
import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';

/**
 * The files of the table of all operations: one for each noun, one with all of them, and one that loads those of a
 * noun.
 */
export function operationFiles(operations: readonly SdkOperation[]): Readonly<Record<string, string>> {
  const nouns = [...new Set(operations.map(({ noun }) => noun))];
  const ofNouns = nouns.map((noun) => [pathOf(noun), nounFile(noun, operations)] as const);
  return {
    ...Object.fromEntries(ofNouns),
    'operations.ts': listFile(nouns),
    'operations-by-noun.ts': loadersFile(nouns),
  };
}

const pathOf = (noun: string): string => `operations/${toKebabCase(noun)}.ts`;

function nounFile(noun: string, operations: readonly SdkOperation[]): string {
  return [
    header,
    "import type { Operation } from '../../operation.ts';",
    '',
    `/** The operations of \`${noun}\`, in the order of the document. */`,
    'export const operations: readonly Operation[] = [',
    ...operations.filter((operation) => operation.noun === noun).map(rowText),
    '];',
    '',
  ].join('\n');
}

/** One line, so that a change of an operation is the line of it. */
const rowText = ({ documented: _, ...operation }: SdkOperation): string => `  ${JSON.stringify(operation)},`;

function listFile(nouns: readonly string[]): string {
  return [
    header,
    "import type { Operation } from '../operation.ts';",
    ...nouns.map((noun) => `import { operations as ${noun} } from './${pathOf(noun)}';`),
    '',
    '/** Every operation of the interface, those of one noun after those of another. */',
    'export const operations: readonly Operation[] = [',
    ...nouns.map((noun) => `  ...${noun},`),
    '];',
    '',
  ].join('\n');
}

function loadersFile(nouns: readonly string[]): string {
  return [
    header,
    "import type { Operation } from '../operation.ts';",
    '',
    '/** Loads the operations of one noun, for programs that need no others. */',
    'export const operationsByNoun: Readonly<Record<string, () => Promise<readonly Operation[]>>> = {',
    ...nouns.map((noun) => `  ${noun}: async () => (await import('./${pathOf(noun)}')).operations,`),
    '};',
    '',
  ].join('\n');
}
