// The module that `record-statements.ts` puts in the place of `@linework/db/statement`.
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';
import * as actual from '../../packages/db/src/statement.ts';

export interface Recorded {
  /** The name of its rows. A statement with positions that is not prepared has none. */
  readonly name: string;
  readonly text: string;
  /** The declared types of the values, in the order of their positions. Empty for a statement with positions. */
  readonly types: readonly string[];
  /** The call of `statement` or `unprepared` and the calls around it, such as `/…/lock-lines.ts:5:23`. */
  readonly places: readonly string[];
}

export const recorded: Recorded[] = [];

type Define = (...given: readonly unknown[]) => actual.StatementText;

export const statement = recording(actual.statement as Define) as typeof actual.statement;
export const bulkStatement = recording(actual.bulkStatement as Define) as typeof actual.bulkStatement;
export const { assembled } = actual;
export const unprepared = recording(actual.unprepared as Define) as typeof actual.unprepared;

function recording(define: Define): Define {
  return (...given) => {
    const created = define(...given);
    const [name, types] = given;
    const callers = getCallSites(20).filter(
      ({ scriptName }) => scriptName.startsWith('file:') && scriptName !== import.meta.url,
    );
    recorded.push({
      name: name === created.text ? '' : String(name),
      text: created.text,
      types: Object.values(typeof types === 'object' ? (types as Readonly<Record<string, string>>) : {}),
      places: callers.map(
        ({ scriptName, lineNumber, columnNumber }) => `${fileURLToPath(scriptName)}:${lineNumber}:${columnNumber}`,
      ),
    });
    return created;
  };
}
