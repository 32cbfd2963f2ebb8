import { countText } from '../ui/text/count-text.ts';
import type { ImportFailure } from './import-failure.ts';

const nothing = 'Nothing was imported.';
const mayHaveRows = 'The rows that were imported before stay in the pool.';
const again = 'Import the same file again for the rest: a row that is in the pool already is then a bad row.';

/**
 * What a person reads when the check or the import of a file has failed: what happened, what is in the pool, and what
 * to do.
 */
export function describeFailure(failure: ImportFailure, isCheck: boolean): string {
  const outcome = isCheck ? nothing : `${mayHaveRows} ${again}`;
  switch (failure.kind) {
    case 'stopped':
      return `You stopped it. ${outcome}`;
    case 'connection':
      return `The connection to the server was lost. ${outcome}`;
    case 'file':
      return (
        `The browser cannot read the file any more, because it was changed or removed. ${outcome} Choose the file ` +
        'again.'
      );
    case 'answer':
      return describeAnswer(failure, outcome);
  }
}

type Answer = Extract<ImportFailure, { kind: 'answer' }>;

function describeAnswer({ status, problem }: Answer, outcome: string): string {
  if (status === 401) return `Your session has ended. ${nothing} Sign in, and choose the file again.`;
  if (status === 413)
    return 'The server, or a proxy before it, does not take a file of this size. Split the file, and import its parts.';
  if (problem.processedToLine !== undefined) {
    const rows = countText(problem.imported ?? 0, 'row');
    return (
      `The database became unreachable. At least ${rows} were imported, and all rows up to line ` +
      `${problem.processedToLine.toLocaleString('en')} were imported or are bad. ${again}`
    );
  }
  const what = problem.detail ?? problem.title ?? `The server answered with the status ${status}.`;
  return `${what} ${status < 500 ? nothing : outcome}`;
}
