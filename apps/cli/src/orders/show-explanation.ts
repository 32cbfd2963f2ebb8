import { read } from '../api/api.ts';
import { readAll } from '../api/read-pages.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import type { Attempt, Order } from '../model/order.ts';
import { cleanText } from '../output/clean-text.ts';
import { createPaint, writeText } from '../output/terminal.ts';
import { explainOrder } from './explain-order.ts';

/** Reads an order with its attempts, and explains why it stands where it stands. */
export async function showExplanation(orderId: string, options: GlobalOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const path = `/orders/${encodeURIComponent(orderId)}`;
  const order = await read<Order>(api, path);
  const attempts = await readAll<Attempt>(api, `${path}/attempts`, { limit: undefined });
  const { sentence, facts, nextCommands } = explainOrder({ order, attempts, now: Date.now() });
  if ((options.output ?? 'table') !== 'table') return writeAnswer({ sentence, facts, nextCommands, order, attempts }, context, options);
  const paint = createPaint(context.stdout, context.environment.noColor);
  const lines = [paint('bold', cleanText(sentence)), '', ...facts.map(cleanText), ...formatSteps(order), ...formatAttempts(attempts)];
  const commands = nextCommands.length === 0 ? [] : ['', 'What you can do:', ...nextCommands.map((command) => `  ${cleanText(command)}`)];
  await writeText(context.stdout, `${[...lines, ...commands].join('\n')}\n`);
}

function formatSteps({ steps }: Order): readonly string[] {
  const width = Math.max(0, ...steps.map(({ orderTypeStepCode }) => orderTypeStepCode.length));
  return ['', 'Steps:', ...steps.map(({ orderTypeStepCode, status }) => `  ${cleanText(orderTypeStepCode.padEnd(width))}  ${cleanText(status)}`)];
}

const shownAttempts = 10;

/** The last attempts that did not succeed at once. */
function formatAttempts(attempts: readonly Attempt[]): readonly string[] {
  if (attempts.length === 0) return [];
  const left = attempts.length - shownAttempts;
  const lines = attempts.slice(-shownAttempts).map(({ startedAt, orderTypeStepCode, kind, attempt, outcome, error }) => {
    const reason = error === undefined ? '' : `  ${String(error['code'] ?? '')}`;
    return `  ${cleanText(`${startedAt.slice(0, 23)}  ${kind === 'undo' ? 'undo of ' : ''}${orderTypeStepCode} #${attempt}  ${outcome}${reason}`)}`;
  });
  return ['', 'Attempts:', ...(left > 0 ? [`  ${left} earlier ones are left out; see "linework orders attempts".`] : []), ...lines];
}
