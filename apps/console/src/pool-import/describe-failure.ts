import { t } from '../language/translate.ts';
import type { ImportFailure } from './import-failure.ts';

const nothing = t('Nothing was imported.');
const mayHaveRows = t('The rows that were imported before stay in the pool.');
const again = t('Import the same file again for the rest: a row that is in the pool already is then a bad row.');

/**
 * What a person reads when the check or the import of a file has failed: what happened, what is in the pool, and what
 * to do.
 */
export function describeFailure(failure: ImportFailure, isCheck: boolean): string {
  const outcome = isCheck ? nothing : `${mayHaveRows} ${again}`;
  switch (failure.kind) {
    case 'stopped':
      return `${t('You stopped it.')} ${outcome}`;
    case 'connection':
      return `${t('The connection to the server was lost.')} ${outcome}`;
    case 'file':
      return (
        `${t('The browser cannot read the file any more, because it was changed or removed.')} ${outcome} ` +
        t('Choose the file again.')
      );
    case 'answer':
      return describeAnswer(failure, outcome);
  }
}

type Answer = Extract<ImportFailure, { kind: 'answer' }>;

function describeAnswer({ status, problem }: Answer, outcome: string): string {
  if (status === 401) return `${t('Your session has ended.')} ${nothing} ${t('Sign in, and choose the file again.')}`;
  if (status === 413)
    return t(
      'The server, or a proxy before it, does not take a file of this size. Split the file, and import its parts.',
    );
  if (problem.processedToLine !== undefined) {
    const reached = t(
      'The database became unreachable. At least {rows} were imported, and all rows up to line {line} were imported ' +
        'or are bad.',
      {
        rows: t('{count} row | {count} rows', { count: problem.imported ?? 0 }),
        line: problem.processedToLine,
      },
    );
    return `${reached} ${again}`;
  }
  const what = problem.detail ?? problem.title ?? t('The server answered with the status {status}.', { status });
  return `${what} ${status < 500 ? nothing : outcome}`;
}
