import type { Lifecycle } from './define-lifecycle.ts';

/**
 * Renders the lifecycle as a Mermaid state diagram. A move that a request makes is labelled with the name of the
 * request.
 */
export function renderMermaid({ moves, statuses, isFinal }: Lifecycle): string {
  const lines = moves.map(({ from, to, on }) => `    ${from ?? '[*]'} --> ${to}${on ? `: ${on}` : ''}`);
  const finalLines = statuses.filter(isFinal).map((status) => `    ${status} --> [*]`);
  return ['stateDiagram-v2', ...lines, ...finalLines].join('\n');
}
