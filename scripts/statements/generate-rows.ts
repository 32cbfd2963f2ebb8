import { startMigratedPostgres } from '../test-servers.ts';
import { loadStatements } from './defined-statements.ts';
import { rowsFiles } from './rows-files.ts';

/** The files that define the statements of the programs and of the campaign. @internal */
export const statementFiles = ['{apps,packages}/*/src/**/*.ts', 'campaign/**/*.ts'];

/**
 * Describes all statements in a migrated database that it starts, and returns the files with the types of their rows.
 */
export async function generateRows(root: string): Promise<Readonly<Record<string, string>>> {
  const postgres = await startMigratedPostgres();
  try {
    const statements = await loadStatements(root, statementFiles, postgres.url);
    const rejected = statements.flatMap(({ place, name, described }) =>
      'error' in described ? [`${place}: PostgreSQL rejects ${name}: ${described.error}`] : [],
    );
    if (rejected.length > 0) throw new Error(rejected.join('\n'));
    return rowsFiles(statements);
  } finally {
    await postgres.stop();
  }
}
