import { visibleText } from '@linework/log/visible-text';
import { unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import type { FailureCount } from './count-failures.ts';

/** The path of the page. */
export const failedOrdersPath = '/failed-orders';

/** A sentence with the number of failed orders that need attention. */
export function summarizeFailedOrders(counts: readonly FailureCount[]): string {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return 'No order needs attention.';
  return count === 1 ? '1 order has failed and needs attention.' : `${count} orders have failed and need attention.`;
}

/** Renders the page of the failed orders by step and error, with the API request that lists them. */
export const renderFailedOrders = (counts: readonly FailureCount[]): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Failed orders</title>
</head>
<body>
<h1>Failed orders</h1>
<p>${summarizeFailedOrders(counts)} <a href="/">Operations</a></p>
${counts.length === 0 ? '' : renderTable(counts)}
</body>
</html>
`;

const headings = ['Orders', 'Step', 'Error code', 'First failed', 'Last failed', 'In the interface'];
const renderTable = (counts: readonly FailureCount[]) => `<table>
<thead><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead>
<tbody>
${counts.map(renderRow).join('\n')}
</tbody>
</table>`;

function renderRow({ step, errorCode, count, firstFailedAt, lastFailedAt }: FailureCount): string {
  const query = new URLSearchParams({ status: unresolvedStatuses.join(','), superseded: 'false', step, errorCode });
  const cells = [
    String(count),
    step,
    errorCode,
    firstFailedAt.toISOString(),
    lastFailedAt.toISOString(),
    `GET /orders?${query}`,
  ];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`;
}

/** The codes come from other systems: no character of them is markup or changes the direction of the row. */
const escapeHtml = (text: string) =>
  visibleText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
