import type { Incident } from '@linework/sdk';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t, tParts } from '../language/translate.ts';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, TextField } from '../ui/form/form.tsx';
import { Outdated } from '../ui/form/form-values.ts';
import { useForm } from '../ui/form/use-form.ts';
import { Note } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { findAssignee, type IncidentKey, readNote, recordIncident, useRecordIncident } from './incident.ts';
import styles from './incidents.module.css';
import type { OrderGroup } from './use-incidents.ts';

interface CareProps {
  readonly incidentKey: IncidentKey;
  readonly incident: Incident | undefined;
  /** Undefined once every order is repaired. */
  readonly failed: OrderGroup | undefined;
}

/** Who is on an incident, and what the next person should know. */
export function Care({ incidentKey, incident, failed }: CareProps) {
  const session = useSession().data;
  const canAct = mayDo(session, 'operator');
  const record = useRecordIncident(incidentKey);
  const [isNoting, setNoting] = useState(false);
  const assignee = findAssignee(incident, failed);
  const isMine = assignee?.type === 'operator' && assignee.operatorId === session?.operator.id;
  return (
    <div className={styles.care}>
      <div className={styles.who}>
        <span>
          {assignee === undefined ? (
            t('Nobody is on it.')
          ) : (
            <>
              {isMine
                ? tParts('{you} are on it', { you: <b>{t('You')}</b> })
                : tParts('{actor} is on it', { actor: <ActorName actor={assignee} /> })}{' '}
              <span className={styles.muted}>
                (<Time at={incident?.assignedAt} />)
              </span>
            </>
          )}
        </span>
        {failed !== undefined && (
          <Button
            disabled={!canAct || record.isPending}
            title={canAct ? undefined : t('Your role cannot take an incident.')}
            onClick={() => record.mutate({ assigned: !isMine })}
          >
            {isMine ? t('Leave it') : assignee === undefined ? t('I am on it') : t('Take it over')}
          </Button>
        )}
        <Button disabled={!canAct} onClick={() => setNoting(true)}>
          {incident?.note === undefined ? t('Write a note …') : t('Change the note …')}
        </Button>
      </div>
      {incident?.note !== undefined && (
        <p className={styles.note}>
          {incident.note}
          <span className={styles.muted}>
            {incident.notedBy !== undefined && <ActorName actor={incident.notedBy} />}, <Time at={incident.notedAt} />
          </span>
        </p>
      )}
      <div role="alert">{record.isError && <Note danger>{describeError(record.error).detail}</Note>}</div>
      <Dialog open={isNoting} onClose={() => setNoting(false)} title={t('A note for the next person')}>
        {isNoting && (
          <NoteForm incidentKey={incidentKey} hasNote={incident?.note !== undefined} onClose={() => setNoting(false)} />
        )}
      </Dialog>
    </div>
  );
}

interface NoteFormProps {
  readonly incidentKey: IncidentKey;
  /** There is one that can be removed. */
  readonly hasNote: boolean;
  readonly onClose: () => void;
}

function NoteForm({ incidentKey, hasNote, onClose }: NoteFormProps) {
  const form = useForm({
    name: `incident:${Object.values(incidentKey).join(':')}:note`,
    initial: { note: '' },
    record: {
      queryKey: ['incidents', incidentKey, 'note'],
      read: (signal) => readNote(incidentKey, signal),
      valuesOf: ({ note = '' }) => ({ note: String(note) }),
    },
    send: async ({ note }, options, { isRepeated, record }): Promise<Incident> => {
      const now = isRepeated ? record : (await readNote(incidentKey)).record;
      if (now?.['note'] !== record?.['note']) throw new Outdated();
      return await recordIncident(incidentKey, { note: note.trim() === '' ? null : note.trim() }, options);
    },
    onSent: onClose,
    readAgain: ['incidents'],
  });
  const isEmpty = form.values.note.trim() === '';
  return (
    <Form form={form} command={isEmpty && hasNote ? t('Remove the note') : t('Save')} disabled={isEmpty && !hasNote}>
      <TextField
        name="note"
        label={t('Note')}
        hint={t('What is known, what is being done, and what not to do meanwhile.')}
        rows={4}
        maxLength={1_000}
        isFirst
      />
    </Form>
  );
}
