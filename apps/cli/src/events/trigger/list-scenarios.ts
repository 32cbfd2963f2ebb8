import type { Context, GlobalOptions } from '../../command/context.ts';
import { writeRecords } from '../../command/write-answer.ts';
import { scenarios } from './scenarios.ts';

/** Lists the types that can be caused. */
export async function listScenarios(options: GlobalOptions, context: Context): Promise<void> {
  const rows = scenarios.flatMap(({ types, summary }) => types.map((type) => ({ type, action: summary })));
  await writeRecords(rows, context, options);
}
