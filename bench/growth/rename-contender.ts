import type { Contender } from '../harness/contender.ts';

/** What is measured, and among how many past orders. */
export function renameContender(work: string, pastCount: number, contender: Contender): Contender {
  return { ...contender, name: buildName(work, pastCount) };
}

export const buildName = (work: string, pastCount: number): string => `${work}: ${pastCount.toLocaleString('en', { notation: 'compact' })}`;
