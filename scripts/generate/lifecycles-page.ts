import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { mermaid } from '@linework/lifecycle/mermaid';
import { lifecycles } from '@linework/schemas/lifecycles';
import { cell, note } from './note.ts';

/** Every lifecycle: its diagram, and what its statuses mean. */
export function lifecyclesPage(): string {
  const sections = lifecycles.map((lifecycle) => section(lifecycle as unknown as Lifecycle));
  return [note, '# Lifecycles', ...sections].join('\n\n').concat('\n');
}

function section(lifecycle: Lifecycle): string {
  const rows = lifecycle.statuses.map((status) => `| ${status} | ${cell(lifecycle.meaningOf[status] ?? '')} | ${lifecycle.requestsFrom(status).join(', ')} |`);
  const table = ['| Status | It is | May be asked for |', '|---|---|---|', ...rows].join('\n');
  return [`## ${lifecycle.name}`, `\`\`\`mermaid\n${mermaid(lifecycle)}\n\`\`\``, table].join('\n\n');
}
