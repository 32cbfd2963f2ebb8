import { openStateFile } from '@linework/simulator/state-file';
import { z } from 'zod';
import { bilhete, portOut } from './clearing-house/bilhete.ts';
import { charge } from './payments/charge.ts';
import { method } from './payments/method.ts';
import { refund } from './payments/refund.ts';
import { receipt } from './tax-authority/receipt.ts';

const storedRecord = z.discriminatedUnion('kind', [method, charge, refund, receipt, bilhete, portOut]);
export type StoredRecord = z.infer<typeof storedRecord>;
type RecordKind = StoredRecord['kind'];
export type RecordOf<Of extends RecordKind> = Extract<StoredRecord, { kind: Of }>;

/** An effect: who requested it, with which key, and the new state of the record. */
const entryShape = z.object({
  /** Counts from 1, without a gap. */
  seq: z.int().positive(),
  at: z.iso.datetime(),
  /** The call, or the company's own action or command. */
  operation: z.string(),
  /** The key of a call of Linework. */
  key: z.string().optional(),
  /** A digest of the call, which distinguishes a repetition from another call. */
  asked: z.string().optional(),
  record: storedRecord,
});
type Entry = z.infer<typeof entryShape>;

/** The state of all three companies. */
export interface StateStore {
  find<Of extends RecordKind>(kind: Of, id: string): RecordOf<Of> | undefined;
  all<Of extends RecordKind>(kind: Of): readonly RecordOf<Of>[];
  /** The effect of this key in this operation. */
  findEntry(operation: string, key: string): Entry | undefined;
  /** All effects in their order. */
  listEntries(): readonly Entry[];
  /** The only way to change the state: writes the entry to the file and applies it. */
  record(entry: Omit<Entry, 'seq' | 'at'>): void;
  close(): void;
}

/** The state from the file, or an empty one; without a file it is kept in memory only. */
export function openStateStore(file: string | undefined, now: () => number): StateStore {
  const entries: Entry[] = [];
  const byKey = new Map<string, Entry>();
  const records = new Map<string, StoredRecord>();
  const applyEntry = (one: Entry) => {
    entries.push(one);
    records.set(`${one.record.kind} ${one.record.id}`, one.record);
    if (one.key !== undefined) byKey.set(`${one.operation} ${one.key}`, one);
  };
  const stateFile = openStateFile({ file, entry: entryShape, replay: applyEntry });
  return {
    // A record under a kind has the type of that kind.
    find: <Of extends RecordKind>(kind: Of, id: string) => records.get(`${kind} ${id}`) as RecordOf<Of> | undefined,
    all: <Of extends RecordKind>(kind: Of) =>
      [...records.values()].filter((one): one is RecordOf<Of> => one.kind === kind),
    findEntry: (operation, key) => byKey.get(`${operation} ${key}`),
    listEntries: () => entries,
    record(what) {
      const one = { seq: entries.length + 1, at: new Date(now()).toISOString(), ...what };
      stateFile.append(one);
      applyEntry(one);
    },
    close: stateFile.close,
  };
}
