import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { renderMermaid } from '@linework/lifecycle/render-mermaid';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import { cell, note } from './note.ts';

/** Builds the page of the lifecycles: diagrams and meanings of the statuses. */
export function lifecyclesPage(): string {
  const sections = lifecycles.map((lifecycle) => renderSection(lifecycle as unknown as Lifecycle));
  return [note, '# Lifecycles', ...sections].join('\n\n').concat('\n');
}

function renderSection(lifecycle: Lifecycle): string {
  const rows = lifecycle.statuses.map(
    (status) =>
      `| ${status} | ${cell(lifecycle.meanings[status] ?? '')} | ${lifecycle.getRequests(status).join(', ')} |`,
  );
  const table = ['| Status | Meaning | Allowed requests |', '|---|---|---|', ...rows].join('\n');
  return [`## ${lifecycle.name}`, `\`\`\`mermaid\n${renderMermaid(lifecycle)}\n\`\`\``, table].join('\n\n');
}
