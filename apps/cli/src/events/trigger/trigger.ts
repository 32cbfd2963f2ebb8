import type { Context, GlobalOptions } from '../../command/context.ts';
import { writeAnswer } from '../../command/write-answer.ts';
import { usageError } from '../../errors/cli-error.ts';
import { openDemo } from './demo.ts';
import { scenarios } from './scenarios.ts';

interface TriggerOptions extends GlobalOptions {
  readonly demo: string;
}

/** Causes an event of a type by a real action, and writes the record of the action. */
export async function trigger(type: string, options: TriggerOptions, context: Context): Promise<void> {
  const scenario = scenarios.find(({ types }) => types.some((each) => each === type));
  if (scenario === undefined)
    throw usageError(`"${type}" cannot be caused in the demo. "linework trigger --list" has the types that can.`);
  const demo = await openDemo(options.demo, context.signal);
  context.note(`This ${scenario.summary}; it causes ${scenario.types.join(', ')}.`);
  await writeAnswer(await scenario.run(demo), context, options);
}
