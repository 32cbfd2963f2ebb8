import { interfaceVersion } from '@linework/config/version';
import { type ProblemCode, problemCodes } from '@linework/problem-details/codes/problem-codes';
import { type ProblemName, problemNames, problems } from '@linework/problem-details/codes/problems';
import { describeEvent, eventTypes, findEventResource } from '@linework/schemas/events';
import { routes } from '../../../apps/api/src/endpoints/interface.ts';
import type { Document } from './document.ts';
import { toCamelCase, upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import { nounsFile } from './nouns-file.ts';
import { operationFiles } from './operation-files.ts';
import { problemMembers } from './problem-members.ts';
import { readOperations } from './read-operations.ts';
import { escapeComment } from './type-text.ts';
import { listTypeNames, typesFile } from './types-file.ts';

/**
 * Builds the generated files of the SDK from the route table, its OpenAPI document, and the catalogues of problems and
 * events.
 */
export function sdkFiles(openapiDocument: object): Readonly<Record<string, string>> {
  const document = openapiDocument as Document;
  const operations = readOperations(routes, document);
  return {
    'version.ts':
      `${header}\n/** The version of the interface that this package knows. */\nexport const version = ` +
      `'${interfaceVersion}';\n`,
    'types.ts': typesFile(operations, document),
    'event-types.ts': eventTypesFile(),
    'problem-errors.ts': problemErrorsFile(),
    ...operationFiles(operations),
    'nouns.ts': nounsFile(operations, listTypeNames(operations, document)),
  };
}

/** The file of the types of events, each with the kind of its record. */
function eventTypesFile(): string {
  const members = [...eventTypes]
    .sort()
    .map(
      (type) => `  /** ${escapeComment(describeEvent(type))} */\n  readonly '${type}': '${findEventResource(type)}';`,
    );
  return [
    header,
    '/** Every type of event, with the kind of record that it is about. */',
    'export interface EventRecords {',
    ...members,
    '}',
    '',
  ].join('\n');
}

/** The file of the error classes: one for each type of problem, with its codes and members. */
function problemErrorsFile(): string {
  const map = problemNames.map((name) => `  '${name}': ${className(name)},`);
  return [
    header,
    "import { ProblemError } from '../errors/problem-error.ts';",
    '',
    problemNames.map(classText).join('\n'),
    '/** The class of each type of problem. */',
    'export const problemErrors = {',
    ...map,
    '} as const;',
    '',
  ].join('\n');
}

function className(name: ProblemName): string {
  const words = upperFirst(toCamelCase(name));
  return words.endsWith('Error') ? words : `${words}Error`;
}

function classText(name: ProblemName): string {
  const codes = (Object.keys(problemCodes) as ProblemCode[]).filter((code) => problemCodes[code].problem === name);
  const members = Object.entries(problemMembers[name] ?? {}).map(([member, { type, description }]) => {
    const isOptional = type.endsWith('?');
    return (
      `  /** ${escapeComment(description)} */\n  declare readonly ${member}${isOptional ? '?' : ''}: ` +
      `${type.replace(/\?$/, '')};`
    );
  });
  return [
    '/**',
    ` * ${problems[name].title}. ${escapeComment(problems[name].explanation)}`,
    ' *',
    ...codes.map(
      (code) => ` * - \`${code}\` (${problemCodes[code].status}): ${escapeComment(problemCodes[code].remedy)}`,
    ),
    ' */',
    `export class ${className(name)} extends ProblemError {`,
    `  override readonly name: string = '${className(name)}';`,
    `  declare readonly code: ${codes.map((code) => `'${code}'`).join(' | ')};`,
    ...members,
    '}',
    '',
  ].join('\n');
}
