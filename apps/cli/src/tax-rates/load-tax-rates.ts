import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { readBody } from '../operations/read-body.ts';

export interface LoadOptions extends GlobalOptions {
  readonly dryRun?: boolean;
}

/** Loads the rates of a file, all or none. The API checks them. */
export async function loadTaxRates(file: string, options: LoadOptions, context: Context): Promise<void> {
  const rates = readBody(file);
  const api = await context.openApi(options);
  const answer = await api.request('POST', '/tax-rates', {
    body: { rates, ...(options.dryRun === true && { dryRun: true }) },
  });
  await writeAnswer(answer.data, context, options);
}
