import { createRecordWriter } from '../../output/record-writer.ts';
import type { Context, GlobalOptions } from '../../program/context.ts';
import { scenarios } from './scenarios.ts';

/** Lists the types that can be caused. */
export async function listScenarios(options: GlobalOptions, context: Context): Promise<void> {
  const writer = await createRecordWriter(context.recordOptions(options));
  await writer.add(scenarios.flatMap(({ types, summary }) => types.map((type) => ({ type, action: summary }))));
  await writer.end();
}
