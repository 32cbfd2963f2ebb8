import { listAllowedStatuses } from '@linework/engine/commands/place-order';
import type { OrderType, StatusChange } from '@linework/engine/model/order-type';
import { defaultRetry } from '@linework/engine/model/step';
import { orderTypes } from '@linework/order-types/order-types';
import { cell, note } from './note.ts';

/** Builds the page of the order types and their steps. */
export function orderTypesPage(): string {
  return [note, '# Order types', ...[...orderTypes.values()].map(([newest]) => renderSection(newest))]
    .join('\n\n')
    .concat('\n');
}

function renderSection(orderType: OrderType): string {
  const { code, version, summary, onFailure, change, steps, resource } = orderType;
  const resourceChange =
    'pendingStatus' in change
      ? `The ${resource.name} becomes ${change.pendingStatus}, then ${describeEnd(change.successStatus)}, or ` +
        `${change.failureStatus} if a step fails.`
      : `The ${resource.name} keeps its status.`;
  const rows = steps.map(({ code: step, action, kind, pointOfNoReturn, undo, retry = defaultRetry }) => {
    const back = pointOfNoReturn ? 'no: point of no return' : undo ? 'yes' : 'not needed';
    return `| ${cell(`${code}.${step}`)} | ${cell(action)} | ${kind} | ${retry.attempts} | ${back} |`;
  });
  const table = ['| Step | Action | Kind | Attempts | Undo |', '|---|---|---|---|---|', ...rows].join('\n');
  return [
    `## ${code}`,
    `Version ${version}. ${summary} Request \`${change.request}\`, allowed in ` +
      `${listAllowedStatuses(orderType).join(', ')}. ${resourceChange} On failure: ${onFailure}.`,
    table,
  ].join('\n\n');
}

function describeEnd(done: StatusChange['successStatus']): string {
  return typeof done === 'string'
    ? done
    : `${done.ifRequested} with \`${done.inputName}\` and ${done.otherwise} without`;
}
