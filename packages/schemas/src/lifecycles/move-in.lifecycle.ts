import { defineLifecycle, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a move-in: files of another system whose records are adopted. */
export const moveInLifecycle = defineLifecycle({
  name: 'move-in',
  initial: ['OPEN'],
  statuses: {
    OPEN: { meaning: 'files are uploaded, and some of them were not checked yet', on: { check: 'CHECKING' } },
    CHECKING: { meaning: 'the rows of its files are being checked', to: ['CHECKED'] },
    CHECKED: {
      meaning: 'all findings are listed; a file that is uploaded now has to be checked again',
      on: { check: 'CHECKING', compare: 'COMPARING', adopt: 'ADOPTING' },
      to: ['OPEN'],
    },
    COMPARING: { meaning: 'the register of the network is being read for each of its lines', to: ['CHECKED'] },
    ADOPTING: { meaning: 'its records are being written, without a call to the network', to: ['ADOPTED'] },
    ADOPTED: { meaning: 'each of its rows was adopted or left out', on: { undo: 'UNDOING' } },
    UNDOING: { meaning: 'its holders that nothing has touched since are being taken back', to: ['ADOPTED', 'UNDONE'] },
    UNDONE: { meaning: 'all of its records were taken back' },
  },
});

export type MoveInStatus = StatusOf<typeof moveInLifecycle>;
