import type { Broker } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { Keys } from '../keys/keys-page.tsx';
import { NewKeyDialog } from '../keys/new-key-dialog.tsx';
import { t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { useOpened } from '../ui/use-opened.ts';
import { BrokerLines, BrokerWebhooks } from './broker-figures.tsx';
import { BrokerForm } from './brokers-page.tsx';

const route = getRouteApi('/brokers/$brokerId');
const parent = { to: '/brokers', name: t('Brokers') } as const;

/** One broker: what it has, its keys, and its suspension. */
export function BrokerPage() {
  const { brokerId } = route.useParams();
  const canAct = mayAdminister(useSession().data);
  const { action, open, close } = useOpened(canAct);
  const broker = useQuery({
    queryKey: ['brokers', brokerId],
    queryFn: async ({ signal }): Promise<Broker> => await linework.brokers.get(brokerId, { signal }),
  });
  if (broker.data === undefined) {
    return (
      <Page title={t('Broker')} parent={parent}>
        {broker.isPending ? (
          <Loading what={t('the broker')} />
        ) : (
          <Failure error={broker.error} onRetry={broker.refetch} />
        )}
      </Page>
    );
  }
  const isSuspended = broker.data.status === 'SUSPENDED';
  return (
    <Page
      title={broker.data.name}
      name={t('Broker {name}', { name: broker.data.name })}
      parent={parent}
      scrolls
      beside={<StatusBadge kind="broker" status={broker.data.status} />}
      actions={
        <>
          <Button disabled={!canAct} onClick={() => open('change')}>
            {t('Change …')}
          </Button>
          <Button disabled={!canAct} onClick={() => open('move')}>
            {isSuspended ? t('Resume …') : t('Suspend …')}
          </Button>
        </>
      }
    >
      <BrokerFacts broker={broker.data} />
      <BrokerLines brokerId={brokerId} />
      <Section
        title={t('API keys')}
        beside={
          <Button disabled={!canAct} onClick={() => open('key')}>
            {t('New key …')}
          </Button>
        }
      >
        <Keys brokerId={brokerId} />
      </Section>
      <BrokerWebhooks brokerId={brokerId} />
      <BrokerDialogs broker={broker.data} open={action} onClose={close} />
    </Page>
  );
}

interface BrokerDialogsProps {
  readonly broker: Broker;
  readonly open: string | undefined;
  readonly onClose: () => void;
}

function BrokerDialogs({ broker, open, onClose }: BrokerDialogsProps) {
  const move = broker.status === 'SUSPENDED' ? t('Resume') : t('Suspend');
  return (
    <>
      <Dialog open={open === 'change'} onClose={onClose} title={t('Change {name}', { name: broker.name })}>
        {open === 'change' && <BrokerForm brokerId={broker.id} onClose={onClose} />}
      </Dialog>
      <Dialog open={open === 'move'} onClose={onClose} title={`${move} ${broker.name}`}>
        {open === 'move' && <MoveForm broker={broker} onClose={onClose} />}
      </Dialog>
      <NewKeyDialog open={open === 'key'} brokerId={broker.id} onClose={onClose} />
    </>
  );
}

function BrokerFacts({ broker: { id, code, createdAt, updatedAt } }: { readonly broker: Broker }) {
  return (
    <Facts>
      {code !== undefined && <Fact name={t('Code')}>{code}</Fact>}
      <Fact name={t('Orders')}>
        <Link to="/orders" search={{ brokerId: id }}>
          {t('Those that need attention')}
        </Link>
      </Fact>
      <Fact name={t('Audit')}>
        <Link to="/audit" search={{ recordId: id }}>
          {t('Who changed it')}
        </Link>
      </Fact>
      <Fact name={t('Created')}>
        <Time at={createdAt} />
      </Fact>
      <Fact name={t('Changed')}>
        <Time at={updatedAt} />
      </Fact>
      <Fact name={t('Id')}>
        <code>…{id.slice(-8)}</code> <Copy text={id} what={t('the id of the broker')} />
      </Fact>
    </Facts>
  );
}

function MoveForm({ broker, onClose }: { readonly broker: Broker; readonly onClose: () => void }) {
  const client = useQueryClient();
  const isSuspended = broker.status === 'SUSPENDED';
  const move = useMutation({
    mutationFn: async (): Promise<Broker> =>
      isSuspended ? await linework.brokers.resume(broker.id) : await linework.brokers.suspend(broker.id),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['brokers'] }),
  });
  return (
    <DialogForm
      onSubmit={() => move.mutate()}
      error={move.error}
      command={isSuspended ? t('Resume') : t('Suspend')}
      kind={isSuspended ? 'primary' : 'danger'}
      disabled={move.isPending}
    >
      <p>
        {isSuspended
          ? t('Its keys work again, and its webhooks get everything that waited, in the same order as before.')
          : t(
              'Within five seconds its keys are refused, and no delivery to its webhooks starts. Its ' +
                'open orders, batches, invoices and payments go on.',
            )}
      </p>
    </DialogForm>
  );
}
