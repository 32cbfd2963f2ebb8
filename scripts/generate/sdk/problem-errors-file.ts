import { type ProblemCode, problemCodes } from '@linework/problem-details/codes/problem-codes';
import { type ProblemName, problemNames, problems } from '@linework/problem-details/codes/problems';
import { toCamelCase, upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import { problemMembers } from './problem-members.ts';
import { escapeComment } from './type-text.ts';

/** The file of the error classes: one for each type of problem, with its codes and members. */
export function problemErrorsFile(): string {
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
