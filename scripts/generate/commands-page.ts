import { adminCommands } from '@linework/cli/admin/admin-commands';
import { exitCodes } from '@linework/cli/errors/exit-codes';
import { isCommand, isSecondName } from '@linework/cli/operations/add-operation';
import { kebabCase } from '@linework/cli/operations/kebab-case';
import { ownCommands } from '@linework/cli/own-commands';
import { describeNoun, groupOf, sortNouns } from '@linework/cli/program/describe-noun';
import { describeOwnCommands } from '@linework/cli/program/describe-own-commands';
import type { Operation } from '@linework/sdk/operation';
import { openapiDocument } from '../../apps/api/src/documentation/openapi-document.ts';
import { routes } from '../../apps/api/src/endpoints/interface.ts';
import { cell, note } from './note.ts';
import type { Document } from './sdk/document.ts';
import { readOperations } from './sdk/read-operations.ts';

interface Row {
  readonly noun: string;
  readonly verb: string;
  readonly words: string;
  readonly summary: string;
  readonly scope: string;
}

/** Lists every command of `linework`, from the route table and the own commands, and the exit codes. */
export function commandsPage(): string {
  const operations = readOperations(routes, openapiDocument('https://linework.example') as unknown as Document);
  const own = readOwn(operations);
  const isOwn = (row: Row) => own.some(({ noun, verb }) => noun === row.noun && verb === row.verb);
  const rows = [...own, ...readRoutes(operations).filter((row) => !isOwn(row))];
  const nouns = sortNouns([...new Set(rows.map(({ noun }) => noun))]);
  const codes = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${cell(meaning)} |`);
  return [
    note,
    '# Commands',
    `${rows.length} commands. [The page of the command line](../command-line.md) explains them.`,
    ...nouns.flatMap((noun, at) => [
      ...(groupOf(noun) === groupOf(nouns[at - 1] ?? '') ? [] : [`## ${groupOf(noun)}`]),
      section(noun, rows),
    ]),
    `## Exit codes\n\n${['| Code | Meaning |', '|--:|---|', ...codes].join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function section(noun: string, rows: readonly Row[]): string {
  const lines = rows
    .filter((row) => row.noun === noun)
    .map(({ words, summary, scope }) => `| \`${words}\` | ${cell(summary)} | ${scope} |`);
  const title = noun === '' ? 'Without a noun' : `\`${noun}\`: ${describeNoun(noun)}`;
  return `### ${title}\n\n${['| Command | What it does | Scope |', '|---|---|---|', ...lines].join('\n')}`;
}

function readRoutes(operations: readonly Operation[]): readonly Row[] {
  const shown = operations.filter((operation) => isCommand(operation) && !isSecondName(operation));
  return shown.map(({ noun, verb, params, stream, summary, scope }) => {
    const args = [...params.map(({ name }) => kebabCase(name).toUpperCase()), ...(stream ? ['FILE'] : [])];
    const words = ['linework', kebabCase(noun), kebabCase(verb), ...args];
    return {
      noun: kebabCase(noun),
      verb: kebabCase(verb),
      words: words.join(' '),
      summary,
      scope: scope === null ? '' : `\`${scope}\``,
    };
  });
}

function readOwn(operations: readonly Operation[]): readonly Row[] {
  return describeOwnCommands([...ownCommands({}), ...adminCommands], operations).map(
    ({ noun, name, args, summary }) => {
      const words = ['linework', ...(noun === '' ? [] : [noun]), name, ...args];
      return { noun, verb: name, words: words.join(' '), summary, scope: '' };
    },
  );
}
