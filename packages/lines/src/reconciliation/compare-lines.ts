import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import {
  type ComparisonDeps,
  compareSubscriber,
  type SubscriberDifference,
  serviceStates,
} from '../model/compare-subscriber.ts';
import { atOnce, type ClaimedLine } from './claim-lines.ts';
import type { PacedCalls } from './pace-calls.ts';

/** How a line differs from the register. */
interface ComparedLine {
  readonly line: ClaimedLine;
  readonly differences: readonly SubscriberDifference[];
}

/**
 * The lines that are read at once. After an outage the first line is read alone: its call is the probe of the circuit
 * breaker, which refuses every other call until the probe has its answer.
 */
function toParts(lines: readonly ClaimedLine[]): readonly (readonly ClaimedLine[])[] {
  const first = lines[0]?.wasAway ? 1 : atOnce;
  const parts = [lines.slice(0, first)];
  for (let from = first; from < lines.length; from += atOnce) parts.push(lines.slice(from, from + atOnce));
  return parts;
}

/**
 * Compares each line with the register. The register is away when it cannot be reached or is silent, and when it
 * answers many lines with errors and none without: then nothing is known about the lines that were not read. Otherwise
 * a line without an answer is unreadable, also one that is alone.
 */
export async function compareLines(
  deps: ComparisonDeps,
  lines: readonly ClaimedLine[],
  { networkOf, renew }: PacedCalls,
): Promise<{ readonly compared: readonly ComparedLine[]; readonly isAway: boolean; readonly isAbsent: boolean }> {
  const compared: ComparedLine[] = [];
  const unanswered: ComparedLine[] = [];
  for (const [number, part] of toParts(lines).entries()) {
    if (number > 0) await renew();
    const read = await Promise.allSettled(
      part.map((line) => compareSubscriber({ ...deps, network: networkOf(line) }, expectedOf(line))),
    );
    for (const [at, result] of read.entries()) {
      const line = part[at] as ClaimedLine;
      if (result.status === 'fulfilled') compared.push({ line, differences: result.value });
      else if (result.reason instanceof SystemUnavailable) return { compared, isAway: true, isAbsent: true };
      else if (isOfNetwork(result.reason)) unanswered.push({ line, differences: [unreadable(result.reason)] });
      else throw result.reason;
    }
    // A system that hangs is not asked for all lines before that is noticed.
    if (compared.length === 0 && unanswered.some(isWithoutAnswer))
      return { compared: [], isAway: true, isAbsent: true };
  }
  const isAway = unanswered.length >= atOnce && compared.length === 0;
  return { compared: isAway ? [] : [...compared, ...unanswered], isAway, isAbsent: false };
}

const expectedOf = ({ imsi, msisdn, status, sealed }: ClaimedLine) => ({
  imsi,
  msisdn,
  serviceState: serviceStates[status],
  sealed,
});

const isOfNetwork = (error: unknown): error is TransientError | PermanentError =>
  error instanceof TransientError || error instanceof PermanentError;

interface Unreadable extends SubscriberDifference {
  readonly isTimeout?: boolean;
}

const unreadable = (error: TransientError | PermanentError): Unreadable => ({
  kind: 'unreadable',
  expected: {},
  found: {},
  isTimeout: error instanceof NoResponseError,
});

const isWithoutAnswer = ({ differences }: ComparedLine) => differences.some((found: Unreadable) => found.isTimeout);
