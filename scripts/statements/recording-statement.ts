// The module that `record-statements.ts` puts in the place of `@linework/db/statement`.
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';
import * as actual from '../../packages/db/src/statement.ts';

export type Statement = actual.Statement;

export interface Recorded extends Statement {
  /** The call of `statement` or `unprepared` and the calls around it, such as `/…/lock-lines.ts:5:23`. */
  readonly places: readonly string[];
}

export const recorded: Recorded[] = [];

export const statement: typeof actual.statement = (name, text, options) =>
  record(actual.statement(name, text, options));
export const unprepared: typeof actual.unprepared = (text) => record(actual.unprepared(text));

function record(created: Statement): Statement {
  const callers = getCallSites(20).filter(
    ({ scriptName }) => scriptName.startsWith('file:') && scriptName !== import.meta.url,
  );
  const places = callers.map(
    ({ scriptName, lineNumber, columnNumber }) => `${fileURLToPath(scriptName)}:${lineNumber}:${columnNumber}`,
  );
  recorded.push({ ...created, places });
  return created;
}
