import type { Order } from '@linework/sdk';
import { ExternalLink } from 'lucide-react';
import { useSession } from '../api/session.ts';
import { fillTraceUrl } from './fill-trace-url.ts';
import styles from './order.module.css';

/** The way to the traces or logs of the order in another system, if the installation has one. */
export function TraceLink({ order }: { readonly order: Order }) {
  const traceUrl = useSession().data?.traceUrl;
  if (traceUrl === undefined) return null;
  return (
    <a className={styles.trace} href={fillTraceUrl(traceUrl, order)} target="_blank" rel="noreferrer">
      Trace <ExternalLink size={12} aria-hidden />
    </a>
  );
}
