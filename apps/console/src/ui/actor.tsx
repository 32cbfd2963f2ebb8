import type { Event } from '@linework/sdk';
import { t } from '../language/translate.ts';
import styles from './actor.module.css';
import { toPhrase } from './text/status-tone.ts';

/** Who caused an event, and the reason if there is one. */
export function Actor({ event: { actor, details } }: { readonly event: Pick<Event, 'actor' | 'details'> }) {
  const reason = details['reason'];
  return (
    <span className={styles.muted}>
      {actor !== undefined && <ActorName actor={actor} />}
      {typeof reason === 'string' && reason !== '' && <> “{reason}”</>}
    </span>
  );
}

/** `key night shift`, `Ana Souza`, `the system`. The name is set apart from the words around it. */
export function ActorName({ actor }: { readonly actor: object }) {
  const { type, name, keyId, operatorId } = actor as {
    readonly [member in 'type' | 'name' | 'keyId' | 'operatorId']?: string;
  };
  const id = operatorId ?? keyId;
  const shown = name ?? (id === undefined ? undefined : `…${id.slice(-8)}`);
  if (type === 'system') return <>{t('the system')}</>;
  if (type === 'operator') return <b className={styles.actor}>{shown ?? t('an operator')}</b>;
  return (
    <>
      {toPhrase(type ?? '')} {shown !== undefined && <b className={styles.actor}>{shown}</b>}
    </>
  );
}
