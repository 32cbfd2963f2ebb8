import type { Context, GlobalOptions } from '../../command/context.ts';
import { createRecordWriter } from '../../output/record-writer.ts';
import { scenarios } from './scenarios.ts';

/** Lists the types that can be caused. */
export async function listScenarios(options: GlobalOptions, context: Context): Promise<void> {
  const writer = await createRecordWriter(context.recordOptions(options));
  await writer.add(scenarios.flatMap(({ types, summary }) => types.map((type) => ({ type, action: summary }))));
  await writer.end();
}
