import type { Contender } from '../harness/contender.ts';

/** What is measured, and among how many past orders. */
export function named(work: string, pastCount: number, contender: Contender): Contender {
  return { ...contender, name: nameOf(work, pastCount) };
}

export const nameOf = (work: string, pastCount: number): string => `${work}: ${pastCount.toLocaleString('en', { notation: 'compact' })}`;
