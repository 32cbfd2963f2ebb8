import type { OpenDb } from '@linework/db/db';
import { percentile } from '../harness/statistics.ts';
import { msInDatabase, type ReadName, type Reads } from './read.ts';

/** The median time of each read, in milliseconds. */
export type Times = Readonly<Partial<Record<ReadName, number>>>;

export interface Figures {
  readonly name: string;
  readonly linework: Times;
  readonly prisma: Times;
}

interface Contenders {
  readonly linework: Reads;
  readonly prisma: Reads;
  readonly rounds: number;
}

const readNames = ['page', 'cursor', 'page1000', 'total', 'countAlone'] as const;

/** Measures the same reads of both, in turn in each round. */
export async function measureInTurn(
  db: OpenDb,
  name: string,
  { linework, prisma, rounds }: Contenders,
): Promise<Figures> {
  const measured = { linework: new Map<ReadName, number[]>(), prisma: new Map<ReadName, number[]>() };
  for (let round = 0; round < rounds; round += 1) {
    for (const readName of readNames) {
      for (const [contender, reads] of [
        ['linework', linework],
        ['prisma', prisma],
      ] as const) {
        const sent = reads[readName];
        if (sent === undefined) continue;
        const ms = await msInDatabase(db, sent, 1);
        measured[contender].set(readName, [...(measured[contender].get(readName) ?? []), ms]);
      }
    }
  }
  return { name, linework: medians(measured.linework), prisma: medians(measured.prisma) };
}

const medians = (all: ReadonlyMap<ReadName, readonly number[]>): Times =>
  Object.fromEntries([...all].map(([readName, times]) => [readName, percentile(times, 50)]));
