import type { Holder, Line, ListedInvoice, Subscription } from '@linework/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, PencilLine, Plus } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { mayDo, type Session, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { amountText } from '../line/amount-text.ts';
import { LineForm, lineActions } from '../line/line-actions.tsx';
import { NewLineForm } from '../lines/new-line-form.tsx';
import { NewPortInForm } from '../portability/port-forms.tsx';
import styles from '../records/records.module.css';
import { ProductsForm } from '../subscriptions/products-form.tsx';
import { Actions } from '../ui/actions.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { CorrectHolderForm } from './correct-holder-form.tsx';
import { ChargeForm, TopUpForm, useComponents } from './holder-forms.tsx';

/** Opens the dialog of an action on one record of the holder: its name, a point, and the id of the record. */
export function useChoose(holderId: string): (action: string | undefined, order?: string) => void {
  const navigate = useNavigate();
  return (action, order) =>
    void navigate({
      to: '/holders/$holderId',
      params: { holderId },
      search: (before) => ({ order: order ?? before.order, do: action }),
      replace: action === undefined,
    });
}

interface HolderActionsProps {
  readonly holder: Holder;
  readonly chosen: string | undefined;
}

/** What a holder can get, a line and a number of another operator, and the correction of what was never right. */
export function HolderActions({ holder, chosen }: HolderActionsProps) {
  const { data: session } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = useChoose(holder.id);
  const isKnown = holder.anonymisedAt === undefined;
  return (
    <Actions
      chosen={chosen}
      onChoose={choose}
      actions={[
        {
          key: 'new-line',
          name: t('New line'),
          title: t('New line of this holder'),
          icon: Plus,
          isMain: true,
          isAllowed: mayDo(session, 'lines:write'),
          isOffered: isKnown,
          form: () => (
            <NewLineForm
              holder={holder}
              onSent={({ lineId, orderId }) =>
                void navigate({ to: '/lines/$lineId', params: { lineId }, search: { order: orderId } })
              }
            />
          ),
        },
        {
          key: 'port-in',
          name: t('Port a number in'),
          title: t('Port a number in'),
          icon: ArrowLeftRight,
          isAllowed: mayDo(session, 'portability:write', 'administrator'),
          isOffered: isKnown,
          form: () => (
            <NewPortInForm
              holder={holder}
              onSent={({ id }) => void navigate({ to: '/port-ins/$portInId', params: { portInId: id } })}
            />
          ),
        },
        {
          key: 'correct',
          name: t('Correct'),
          title: t('Correct this holder'),
          icon: PencilLine,
          isAllowed: mayDo(session, 'holders:write', 'administrator'),
          isOffered: isKnown,
          form: () => (
            <CorrectHolderForm
              holderId={holder.id}
              onSent={() => {
                choose(undefined);
                void client.invalidateQueries({ queryKey: ['holder', holder.id] });
              }}
            />
          ),
        },
      ]}
    />
  );
}

interface LineButtonsProps {
  readonly line: Line;
  readonly onChoose: (action: string) => void;
}

/** What a line allows from the page of its holder. Its own page has the rest. */
export function LineButtons({ line, onChoose }: LineButtonsProps) {
  const { data: session } = useSession();
  const main = lineActions.filter(
    ({ isMain, scope, statuses }) => isMain && mayDo(session, scope) && statuses.includes(line.status),
  );
  const mayTopUp = mayDo(session, 'usage:write', 'administrator') && line.subscriptionId !== undefined;
  return (
    <span className={styles.buttons}>
      {mayTopUp && line.status === 'ACTIVE' && (
        <Button onClick={() => onChoose(`top-up.${line.id}`)}>{t('Top up …')}</Button>
      )}
      {main.slice(0, 1).map(({ key, name }) => (
        <Button key={key} onClick={() => onChoose(`${key}.${line.id}`)}>
          {name} …
        </Button>
      ))}
    </span>
  );
}

/** What is left of the amounts of a line, the measured ones. */
export function LineBalance({ line }: { readonly line: Line }) {
  const { data, error } = useComponents(line);
  if (error !== null) return <span title={t('What is left could not be read.')}>?</span>;
  const measured = (data ?? []).filter(({ unlimited }) => !unlimited);
  if (measured.length === 0) return <span className={styles.muted}>–</span>;
  return measured
    .map(({ unit, totalAmount, usedAmount }) => {
      const amount = amountText(unit, Math.max(0, totalAmount - usedAmount));
      return unit === 'MESSAGE' ? t('{amount} messages', { amount }) : amount;
    })
    .join(', ');
}

interface HolderDialogProps {
  readonly holderId: string;
  /** The action of the address. */
  readonly chosen: string | undefined;
}

const titles: Readonly<Record<string, string>> = {
  charge: t('Charge this bill'),
  'top-up': t('Top up this line'),
  products: t('Change the products'),
  ...Object.fromEntries(lineActions.map(({ key, title }) => [key, title])),
};

/** Whether the person may do the action. */
function mayChoose(session: Session | null | undefined, action: string): boolean {
  if (action === 'charge') return mayDo(session, 'payments:write', 'administrator');
  if (action === 'top-up') return mayDo(session, 'usage:write', 'administrator');
  if (action === 'products') return mayDo(session, 'subscriptions:write', 'administrator');
  return lineActions.some(({ key, scope }) => key === action && mayDo(session, scope));
}

/** The form of the chosen action, over the record that it names. */
export function HolderDialog({ holderId, chosen }: HolderDialogProps) {
  const choose = useChoose(holderId);
  const [action = '', recordId = ''] = chosen?.split('.') ?? [];
  const session = useSession().data;
  const title = mayChoose(session, action) ? titles[action] : undefined;
  return (
    <Dialog open={title !== undefined && recordId !== ''} onClose={() => choose(undefined)} title={title ?? ''}>
      {title !== undefined && <ActionOfHolder key={chosen} holderId={holderId} action={action} recordId={recordId} />}
    </Dialog>
  );
}

type ActionOfHolderProps = { readonly holderId: string; readonly action: string; readonly recordId: string };

function ActionOfHolder({ holderId, action, recordId }: ActionOfHolderProps) {
  const client = useQueryClient();
  const choose = useChoose(holderId);
  const found = useQuery({
    queryKey: ['holder', holderId, 'acted-on', action, recordId],
    queryFn: async ({ signal }): Promise<Line | ListedInvoice | Subscription> => {
      const record =
        action === 'charge'
          ? await linework.invoices.get(recordId, { signal })
          : action === 'products'
            ? await linework.subscriptions.get(recordId, { signal })
            : await linework.lines.get(recordId, { signal });
      const ownerId = 'holder' in record ? record.holder.id : record.customerId;
      if (ownerId !== holderId) throw new Error('This is a record of another holder.');
      return record;
    },
  });
  if (found.data === undefined)
    return found.error === null ? <Loading what={t('the record')} /> : <Failure error={found.error} />;
  const onSent = (order?: string) => {
    choose(undefined, order);
    void client.invalidateQueries({ queryKey: ['holder', holderId] });
  };
  if (action === 'charge') return <ChargeForm invoice={found.data as ListedInvoice} onSent={() => onSent()} />;
  if (action === 'products') return <ProductsForm subscription={found.data as Subscription} onSent={() => onSent()} />;
  const line = found.data as Line;
  if (action === 'top-up') return <TopUpForm line={line} onSent={() => onSent()} />;
  const lineAction = lineActions.find(({ key }) => key === action);
  return lineAction && <LineForm line={line} action={lineAction} onSent={onSent} />;
}
