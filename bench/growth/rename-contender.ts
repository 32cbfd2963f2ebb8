import type { Contender } from '../harness/contender.ts';

/** Names a contender after its work and the number of past orders. */
export function renameContender(work: string, pastCount: number, contender: Contender): Contender {
  return { ...contender, name: buildName(work, pastCount) };
}

export const buildName = (work: string, pastCount: number): string =>
  `${work}: ${pastCount.toLocaleString('en', { notation: 'compact' })}`;
