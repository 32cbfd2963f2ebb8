import type { Drift } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { Masked } from '../ui/masked.tsx';
import { toPhrase } from '../ui/text/status-tone.ts';

const keyTexts = { ours: t('ours keys'), other: t('other keys'), none: t('no keys') } as const;

/** What differs: a number, a SIM, a service state, keys; nothing if there is no subscriber. */
export function StateText({ state: { msisdn, imsi, serviceState, keys } }: { readonly state: Drift['found'] }) {
  const parts = [
    serviceState && <span key="state">{toPhrase(serviceState)}</span>,
    msisdn && <Masked key="msisdn" text={msisdn} />,
    imsi && <Masked key="imsi" text={imsi} />,
    keys && <span key="keys">{keyTexts[keys]}</span>,
  ].filter(Boolean);
  if (parts.length === 0) return <>{t('nothing')}</>;
  return <>{parts.flatMap((part, at) => (at === 0 ? [part] : [', ', part]))}</>;
}
