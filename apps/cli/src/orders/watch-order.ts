import { visibleText } from '@linework/log/visible-text';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeStepError, isSettled, type Order } from '../model/order.ts';
import { formatJson } from '../output/format-json.ts';
import { colourOf, type TableStyle } from '../output/format-table.ts';
import { formatTime } from '../output/format-time.ts';
import { createPaint, widthOf, writeText } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
import { deadlineOf, describeEnd } from '../waiting/await-order.ts';
import { exitOfOrder } from '../waiting/exit-of-order.ts';

interface WatchOptions extends GlobalOptions {
  readonly timeout?: number;
  readonly exitStatus?: boolean;
}

/** Shows each change of an order until it has settled. With `--exit-status` the exit code says how it ended. */
export async function watchOrder(orderId: string, options: WatchOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const format = options.output ?? 'table';
  const style = { width: widthOf(context.stdout), paint: createPaint(context.stdout, context.environment.noColor) };
  const shown = new Set<string>();
  const onChange = (order: Order) => {
    const fresh = describeChanges(order).filter((change) => !shown.has(change.text));
    for (const { text } of fresh) shown.add(text);
    const lines =
      format === 'jsonl'
        ? [formatJson(order)]
        : format === 'table'
          ? fresh.map((change) => formatChange(change, style))
          : [];
    if (lines.length > 0) void writeText(context.stdout, `${lines.join('\n')}\n`);
  };
  const order = await api.followOrder(orderId, { deadline: deadlineOf(options), onChange });
  if (format !== 'table' && format !== 'jsonl') await writeAnswer(order, context, options);
  const end = describeEnd(order);
  if (options.exitStatus !== true && !isSettled(order)) throw new CliError('timedOut', end ?? '');
  if (end !== undefined) context.note(end);
  if (options.exitStatus === true) context.setExitCode(exitOfOrder(order));
}

export interface Change {
  readonly at: string;
  readonly text: string;
  readonly status: string;
  readonly error: string | undefined;
}

/** What has happened to an order, the oldest first: when its steps began, ended or failed, and its status. */
export function describeChanges({ type, status, createdAt, updatedAt, steps }: Order): readonly Change[] {
  const ofSteps = steps.flatMap((step) => {
    const at = step.finishedAt ?? step.failedAt ?? step.startedAt;
    if (at === null || (step.status === 'PENDING' && step.error === null)) return [];
    const again = step.attempt > 1 ? `, attempt ${step.attempt}` : '';
    return [
      {
        at,
        text: `${step.orderTypeStepCode} ${step.status}${again}`,
        status: step.status,
        error: describeStepError(step.error),
      },
    ];
  });
  const placed = { at: createdAt, text: `${type} PENDING`, status: 'PENDING', error: undefined };
  const now = status === 'PENDING' ? [] : [{ at: updatedAt, text: `${type} ${status}`, status, error: undefined }];
  return [placed, ...ofSteps, ...now];
}

/** On a terminal that is too narrow for the reason, the reason stands below what has happened. */
function formatChange({ at, text, status, error }: Change, { width, paint }: TableStyle): string {
  const colour = colourOf(status);
  const [time, shown] = [`${formatTime(at)}  `, visibleText(text)];
  const line = `${paint('dim', time)}${colour === undefined ? shown : paint(colour, shown)}`;
  if (error === undefined || status === 'SUCCESS') return line;
  const reason = visibleText(error);
  if (width === undefined || time.length + shown.length + 2 + reason.length <= width)
    return `${line}  ${paint('dim', reason)}`;
  return [
    line,
    ...wrapText(reason, width - time.length).map((part) => `${' '.repeat(time.length)}${paint('dim', part)}`),
  ].join('\n');
}
