import type { Lifecycle } from './define-lifecycle.ts';

/** The lifecycle as a Mermaid state diagram; a move that a request makes carries the request's name. */
export function renderMermaid({ moves, statuses, isFinal }: Lifecycle): string {
  const lines = moves.map(({ from, to, on }) => `    ${from ?? '[*]'} --> ${to}${on ? `: ${on}` : ''}`);
  const finalLines = statuses.filter(isFinal).map((status) => `    ${status} --> [*]`);
  return ['stateDiagram-v2', ...lines, ...finalLines].join('\n');
}
