import { allOrderTypes } from '@linework/domain/order-types/all-order-types';
import { listAllowedStatuses } from '@linework/domain/orders/commands/place-order';
import type { OrderType, StatusTransition } from '@linework/domain/orders/model/order-type';
import { defaultRetry } from '@linework/domain/orders/model/step';
import { cell, note } from './note.ts';

/** Builds the page of the order types and their steps. */
export function orderTypesPage(): string {
  return [note, '# Order types', ...allOrderTypes.map(renderSection)].join('\n\n').concat('\n');
}

function renderSection(orderType: OrderType): string {
  const { code, version, summary, onFailure, line, steps } = orderType;
  const lineTransition =
    'pendingStatus' in line
      ? `The line becomes ${line.pendingStatus}, then ${describeEnd(line.successStatus)}, or ${line.failureStatus} if a step fails.`
      : 'The line keeps its status.';
  const rows = steps.map(({ code: step, action, kind, pointOfNoReturn, undo, retry = defaultRetry }) => {
    const back = pointOfNoReturn ? 'no: point of no return' : undo ? 'yes' : 'not needed';
    return `| ${cell(`${code}.${step}`)} | ${cell(action)} | ${kind} | ${retry.attempts} | ${back} |`;
  });
  const table = ['| Step | Action | Kind | Attempts | Undo |', '|---|---|---|---|---|', ...rows].join('\n');
  return [
    `## ${code}`,
    `Version ${version}. ${summary} Request \`${line.request}\`, allowed in ${listAllowedStatuses(orderType).join(', ')}. ${lineTransition} On failure: ${onFailure}.`,
    table,
  ].join('\n\n');
}

function describeEnd(done: StatusTransition['successStatus']): string {
  return typeof done === 'string' ? done : `${done.ifRequested} with \`${done.inputName}\` and ${done.otherwise} without`;
}
