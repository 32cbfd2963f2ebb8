import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import type { RequestOptions, ResourceDetails } from '@linework/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, CirclePause, CirclePlay, type LucideIcon, Trash2, Undo2 } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { readWithEtag } from '../api/read-with-etag.ts';
import { mayDo, type Session, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import styles from '../records/records.module.css';
import { type Action, Actions } from '../ui/actions.tsx';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface Move {
  readonly key: 'recall' | 'resume' | 'suspend' | 'decommission' | 'remove';
  readonly name: string;
  readonly effect: string;
  readonly icon: LucideIcon;
  readonly isGrave?: boolean;
  readonly isMain?: boolean;
  readonly statuses: readonly string[];
}

const moves: readonly Move[] = [
  {
    key: 'recall',
    name: t('Recall'),
    effect: t('It leaves its quarantine and belongs to its last holder again. A new line of that holder can have it.'),
    icon: Undo2,
    isMain: true,
    statuses: resourceLifecycle.getSources('recall'),
  },
  {
    key: 'resume',
    name: t('Resume'),
    effect: t('It can be used again.'),
    icon: CirclePlay,
    isMain: true,
    statuses: resourceLifecycle.getSources('resume'),
  },
  {
    key: 'suspend',
    name: t('Suspend'),
    effect: t('No line gets it until it is resumed.'),
    icon: CirclePause,
    statuses: resourceLifecycle.getSources('suspend'),
  },
  {
    key: 'decommission',
    name: t('Decommission'),
    effect: t('It is withdrawn for good. No line can ever have it again.'),
    icon: Archive,
    isGrave: true,
    statuses: resourceLifecycle.getSources('decommission'),
  },
  {
    key: 'remove',
    name: t('Remove'),
    effect: t('It is removed with its codes and secrets, so that they can be imported again. Only its events stay.'),
    icon: Trash2,
    isGrave: true,
    statuses: ['available'],
  },
];

/** To remove one is for the operator's own administrators; the rest is the work of those who keep the stock. */
const mayMove = (session: Session | null | undefined, { key }: Move): boolean =>
  mayDo(session, key === 'remove' ? 'operator' : 'inventory:write', 'administrator');

interface ResourceActionsProps {
  readonly resource: ResourceDetails;
  readonly chosen: string | undefined;
}

/** What can be done with a number or a SIM that is on no line. One on a line changes with its line. */
export function ResourceActions({ resource, chosen }: ResourceActionsProps) {
  const { data: session } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = (action: string | undefined) =>
    void navigate({ to: '/resources/$resourceId', params: { resourceId: resource.id }, search: { do: action } });
  const isSim = typeof resource.attributes['imsi'] === 'string';
  const actions = moves
    .filter((move) => mayMove(session, move))
    .map(
      (move): Action => ({
        ...move,
        title: isSim ? t('{action} this SIM', { action: move.name }) : t('{action} this number', { action: move.name }),
        isAllowed: true,
        isOffered: resource.lineId === undefined && move.statuses.includes(resource.status),
        form: () => (
          <MoveForm
            resource={resource}
            move={move}
            onSent={() => {
              choose(undefined);
              void client.invalidateQueries({ queryKey: ['resource', resource.id] });
            }}
          />
        ),
      }),
    );
  return <Actions actions={actions} chosen={chosen} onChoose={choose} />;
}

interface MoveFormProps {
  readonly resource: ResourceDetails;
  readonly move: Move;
  readonly onSent: () => void;
}

function MoveForm({ resource: { id, associatedResourceIds }, move, onSent }: MoveFormProps) {
  const form = useForm({
    name: `resource:${id}:${move.key}`,
    initial: {},
    record: {
      queryKey: ['resource', id, 'version'],
      read: (signal) => readWithEtag(linework.resources.get(id, { signal })),
    },
    send: (_, options) => sendMove(id, move.key, options),
    onSent,
  });
  return (
    <Form form={form} command={move.name} kind={move.isGrave ? 'danger' : 'primary'}>
      <p className={styles.muted}>{move.effect}</p>
      {associatedResourceIds.length > 0 && (
        <p className={styles.muted}>
          {t('The one together with it changes too. | The {count} together with it changes too.', {
            count: associatedResourceIds.length,
          })}
        </p>
      )}
    </Form>
  );
}

async function sendMove(id: string, key: Move['key'], options: RequestOptions): Promise<unknown> {
  const { resources } = linework;
  return await resources[key](id, options);
}
