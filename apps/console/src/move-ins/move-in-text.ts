import { findingCodes } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInDetails } from '@linework/sdk';
import { t, tKnown } from '../language/translate.ts';
import { toPhrase } from '../ui/text/status-tone.ts';

export type MoveInKind = MoveInDetails['files'][number]['kind'];
export type FindingCode = MoveInDetails['findings'][number]['code'];
type Choice = MoveInDetails['findings'][number]['choices'][number];

/** The kinds of files, in the order in which their records are adopted. */
export const kindNames: Readonly<Record<MoveInKind, string>> = {
  holders: t('Holders'),
  paymentMethods: t('Payment methods'),
  numbers: t('Numbers'),
  sims: t('SIMs'),
  subscriptions: t('Subscriptions'),
  products: t('Products'),
  lines: t('Lines'),
  blocks: t('Blocks'),
  balances: t('Balances'),
  invoices: t('Invoices'),
};

export const choiceNames: Readonly<Record<Choice, string>> = {
  ours: t('Adopt what the files say'),
  network: t('Adopt what the register says'),
  'leave-out': t('Leave these rows out, and what belongs to them'),
};

export const decidedNames: Readonly<Record<Choice, string>> = {
  ours: t('Files'),
  network: t('Register'),
  'leave-out': t('Left out'),
};

/** What a finding of this code says. */
const meaningOf = (code: string): string | undefined => {
  const found = Object.entries(findingCodes).find(([one]) => one === code);
  return found && tKnown(found[1].text);
};

/** Why a row was left out: what was found in it, or what became of the row that it needs. */
export function reasonText(reason: string): string {
  if (reason === 'line-left-out') return t('its line was left out');
  if (reason === 'not-adoptable') return t('nothing in this move-in adopts it');
  const needed = kindNames[reason.replace(/^needs-/, '') as MoveInKind];
  if (needed !== undefined) return t('the row that it needs in the file {kind} was left out', { kind: needed });
  return meaningOf(reason) ?? toPhrase(reason);
}

/** A move-in that a worker is busy with. */
export const isBusy = ({ status }: Pick<MoveInDetails, 'status'>): boolean =>
  ['CHECKING', 'COMPARING', 'ADOPTING', 'UNDOING'].includes(status);

interface Stage {
  readonly name: string;
  readonly state: 'done' | 'running' | 'next' | 'later' | 'left-out';
  /** How much of it is done. Without one nothing is counted. */
  readonly part?: { readonly done: number; readonly all: number; readonly text: string } | undefined;
}

export const stateTexts: Readonly<Record<Stage['state'], string>> = {
  done: t('done'),
  running: t('running'),
  next: t('next'),
  later: t('later'),
  'left-out': t('left out'),
};

const filesPart = (done: number, all: number) => ({
  done,
  all,
  text: t('{done} of {count} file | {done} of {count} files', { done, count: all }),
});
const rowsPart = (done: number, all: number) => ({
  done,
  all,
  text: t('{done} of {count} row | {done} of {count} rows', { done, count: all }),
});
const linesPart = (done: number, all: number) => ({
  done,
  all,
  text: t('{done} of {count} line | {done} of {count} lines', { done, count: all }),
});

const order = ['OPEN', 'CHECKING', 'CHECKED', 'COMPARING', 'ADOPTING', 'ADOPTED', 'UNDOING', 'UNDONE'] as const;

type Progress = Pick<MoveInDetails, 'status' | 'files' | 'progress'>;

const countLines = (files: Progress['files']): number => files.find(({ kind }) => kind === 'lines')?.rows ?? 0;

/** The register was read for each line, and its list where it has one. */
export const isCompared = ({ status, files, progress: { compared } }: Progress): boolean =>
  status !== 'COMPARING' && countLines(files) > 0 && compared >= countLines(files);

/** The stages of a move-in, with how far each is. */
export function listStages({ status, files, progress }: Progress) {
  const at = order.indexOf(status);
  const { rows, compared, adopted, leftOut } = progress;
  const lines = countLines(files);
  const stages: readonly Stage[] = [
    {
      name: t('Files'),
      state: files.length === 0 ? 'next' : 'done',
      part: filesPart(files.length, files.length),
    },
    {
      name: t('Check'),
      state: status === 'CHECKING' ? 'running' : at > 1 ? 'done' : files.length > 0 ? 'next' : 'later',
      part: rowsPart(at > 1 ? rows : 0, rows),
    },
    {
      name: t('Compare with the register'),
      state:
        status === 'COMPARING'
          ? 'running'
          : isCompared({ status, files, progress })
            ? 'done'
            : status === 'CHECKED'
              ? 'next'
              : at > 3
                ? 'left-out'
                : 'later',
      part: linesPart(compared, lines),
    },
    {
      name: t('Adopt'),
      state: status === 'ADOPTING' ? 'running' : at > 4 ? 'done' : status === 'CHECKED' ? 'next' : 'later',
      part: rowsPart(adopted + leftOut, rows),
    },
  ];
  return stages;
}
