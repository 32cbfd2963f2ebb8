import type { OrderType, Pause } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { t } from '../language/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, ReasonField, SelectField } from '../ui/form/form.tsx';
import { FieldFault } from '../ui/form/form-values.ts';
import { useForm } from '../ui/form/use-form.ts';
import { SmallFailure } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './pauses.module.css';

/** What can be paused, with the word for each. */
const pauseKinds = [
  ['system', t('System')],
  ['order-type', t('Order type')],
  ['step', t('Step')],
] as const;
type PauseKind = (typeof pauseKinds)[number][0];

interface PauseTarget {
  readonly code: string;
  readonly name: string;
}

/** What can be paused of a kind: the order types, their steps, or the systems that the steps call. */
function listPauseTargets(
  types: readonly Pick<OrderType, 'code' | 'steps'>[],
  kind: PauseKind,
): readonly PauseTarget[] {
  if (kind === 'order-type') return types.map(({ code }) => ({ code, name: toWords(code) }));
  if (kind === 'step') {
    return types.flatMap(({ code: type, steps }) =>
      steps.map(({ code }) => ({
        code: `${type}.${shortStep(code)}`,
        name: `${toWords(type)}: ${toPhrase(shortStep(code))}`,
      })),
    );
  }
  const called = types.flatMap(({ steps }) =>
    steps.filter((step) => step.kind === 'external').map(({ actionCode }) => actionCode.split('.')[0] ?? ''),
  );
  return [...new Set(called)].toSorted().map((code) => ({ code, name: toWords(code) }));
}

interface PauseDialogProps {
  readonly open: boolean;
  /** What is paused, where the page knows it. Without it the person chooses. */
  readonly what?: (PauseChoice & { readonly name: string }) | undefined;
  readonly onClose: () => void;
}

interface PauseChoice {
  readonly kind: PauseKind;
  readonly target: string;
}

export function PauseDialog({ open, what, onClose }: PauseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={what === undefined ? t('Pause work') : t('Pause this step')}>
      {open && <PauseForm what={what} onClose={onClose} />}
    </Dialog>
  );
}

/** For how long a pause is: the minutes, or none if somebody ends it. */
const lengths = [
  ['', t('until somebody resumes it')],
  ['15', t('for 15 minutes')],
  ['30', t('for 30 minutes')],
  ['60', t('for an hour')],
  ['240', t('for 4 hours')],
] as const;

function PauseForm({ what, onClose }: Pick<PauseDialogProps, 'what' | 'onClose'>) {
  const types = useQuery({
    queryKey: ['order-types'],
    queryFn: async ({ signal }) => await linework.orderTypes.list({ signal }),
    staleTime: 300_000,
    enabled: what === undefined,
  });
  const targetsOf = (kind: string) => listPauseTargets(types.data?.items ?? [], kind as PauseKind);
  // The first one of the list is chosen before anybody has chosen.
  const chosenIn = ({ kind, target }: Readonly<Record<'kind' | 'target', string>>) => {
    const targets = targetsOf(kind);
    return { kind, target: (targets.find(({ code }) => code === target) ?? targets[0])?.code ?? '' };
  };
  const form = useForm({
    name: `pause:${what?.target ?? ''}`,
    initial: { kind: 'system', target: '', minutes: '', reason: '' },
    required: ['reason'],
    codes: { 'unknown-pause-target': 'target', 'already-paused': 'target' },
    pointers: { minutes: '/endsAfterMinutes' },
    send: async (values, options): Promise<Pause> => {
      const { kind, target } = what ?? chosenIn(values);
      if (target === '') throw new FieldFault('target', t('This is missing.'));
      const endsAfterMinutes = values.minutes === '' ? undefined : Number(values.minutes);
      const body = { kind, target, reason: values.reason.trim(), endsAfterMinutes };
      return await linework.request<Pause>('POST', '/pauses', { ...options, body });
    },
    onSent: onClose,
    readAgain: ['pauses'],
  });
  const { target } = what ?? chosenIn(form.values);
  return (
    <Form form={form} command={t('Pause')} kind="danger" disabled={target === ''}>
      {what !== undefined && <b>{what.name}</b>}
      <p className={styles.muted}>
        {t(
          'Within two seconds no worker starts a step of it. Orders are accepted, wait and use no attempt. A call ' +
            'that has begun ends as usual.',
        )}
      </p>
      {what === undefined && (
        <>
          <Tabs
            label={t('What is paused')}
            tabs={pauseKinds}
            value={form.values.kind}
            onChange={(kind) => form.set('kind', kind)}
          />
          <SelectField
            name="target"
            label={t('Which')}
            options={targetsOf(form.values.kind).map(({ code, name }) => [code, name])}
          />
          {types.isError && <SmallFailure error={types.error} onRetry={types.refetch} />}
        </>
      )}
      <SelectField name="minutes" label={t('How long')} options={lengths} />
      <ReasonField hint={t('Shown at the pause and at each order that waits for it.')} />
    </Form>
  );
}
