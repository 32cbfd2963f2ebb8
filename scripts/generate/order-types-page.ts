import { allOrderTypes } from '@linework/domain/order-types/all';
import type { MovesLine, OrderType } from '@linework/domain/orders/order-type';
import { sourcesOf } from '@linework/domain/orders/place-order';
import { usualRetry } from '@linework/domain/orders/step';
import { cell, note } from './note.ts';

/** Everything that can be ordered, with its steps. */
export function orderTypesPage(): string {
  return [note, '# Order types', ...allOrderTypes.map(section)].join('\n\n').concat('\n');
}

function section(orderType: OrderType): string {
  const { code, version, summary, onFailure, line, steps } = orderType;
  const course =
    'meanwhile' in line ? `The line is ${line.meanwhile}, then ${end(line.done)}; ${line.failed} when a step gives up.` : 'The line stays in its status.';
  const rows = steps.map(({ code: step, action, kind, pointOfNoReturn, undo, retry = usualRetry }) => {
    const back = pointOfNoReturn ? 'no: point of no return' : undo ? 'yes' : 'leaves nothing behind';
    return `| ${cell(`${code}.${step}`)} | ${cell(action)} | ${kind} | ${retry.attempts} | ${back} |`;
  });
  const table = ['| Step | Action | Kind | Attempts | Undone |', '|---|---|---|---|---|', ...rows].join('\n');
  return [
    `## ${code}`,
    `Version ${version}. ${summary} Asked for as \`${line.request}\` from ${sourcesOf(orderType).join(', ')}. ${course} On failure: ${onFailure}.`,
    table,
  ].join('\n\n');
}

function end(done: MovesLine['done']): string {
  return typeof done === 'string' ? done : `${done.granted} where \`${done.wish}\` was asked for and ${done.otherwise} otherwise`;
}
