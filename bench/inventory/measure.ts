import type { OpenDb } from '@linework/db/db';
import { percentile } from '../harness/statistics.ts';
import { msInDatabase, type Question, type Reads } from './read.ts';

/** The median milliseconds of each question. */
export type Times = Readonly<Partial<Record<Question, number>>>;

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

const questions = ['page', 'cursor', 'page1000', 'total', 'countAlone'] as const;

/** Asks both the same questions, in turn in each round. */
export async function measureInTurn(db: OpenDb, name: string, { linework, prisma, rounds }: Contenders): Promise<Figures> {
  const measured = { linework: new Map<Question, number[]>(), prisma: new Map<Question, number[]>() };
  for (let round = 0; round < rounds; round += 1) {
    for (const question of questions) {
      for (const [contender, reads] of [
        ['linework', linework],
        ['prisma', prisma],
      ] as const) {
        const sent = reads[question];
        if (sent === undefined) continue;
        const ms = await msInDatabase(db, sent, 1);
        measured[contender].set(question, [...(measured[contender].get(question) ?? []), ms]);
      }
    }
  }
  return { name, linework: medians(measured.linework), prisma: medians(measured.prisma) };
}

const medians = (all: ReadonlyMap<Question, readonly number[]>): Times =>
  Object.fromEntries([...all].map(([question, times]) => [question, percentile(times, 50)]));
