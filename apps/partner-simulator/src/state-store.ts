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

/** Something that took effect: who asked for it, under which key, and what became of the record. */
const entryShape = z.object({
  /** Counts from 1, without a gap. */
  seq: z.int().positive(),
  at: z.iso.datetime(),
  /** The call, or what the company did by itself or was told to do. */
  operation: z.string(),
  /** Of a call of Linework's. */
  key: z.string().optional(),
  /** What the call said, as a digest, to tell a repeat from another call. */
  asked: z.string().optional(),
  record: storedRecord,
});
type Entry = z.infer<typeof entryShape>;

/** What all three companies remember. */
export interface StateStore {
  find<Of extends RecordKind>(kind: Of, id: string): RecordOf<Of> | undefined;
  all<Of extends RecordKind>(kind: Of): readonly RecordOf<Of>[];
  /** What took effect under this key in this operation. */
  findEntry(operation: string, key: string): Entry | undefined;
  /** Everything that ever took effect, in its order. */
  listEntries(): readonly Entry[];
  /** The only way to change anything: writes it down and takes it in. */
  record(entry: Omit<Entry, 'seq' | 'at'>): void;
  close(): void;
}

/** The books that the file holds, or empty ones; without a file they are kept in memory only. */
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
    // What is kept under a kind is of that kind.
    find: <Of extends RecordKind>(kind: Of, id: string) => records.get(`${kind} ${id}`) as RecordOf<Of> | undefined,
    all: <Of extends RecordKind>(kind: Of) => [...records.values()].filter((one): one is RecordOf<Of> => one.kind === kind),
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
