import { exactTime, relativeToTick } from './text/relative-time.ts';
import { useNow } from './use-now.ts';

/** The time at which something is to be done. From then on it is due. */
export function DueTime({ at }: { readonly at: string | undefined }) {
  const now = useNow();
  if (at === undefined || Date.parse(at) > now) return <Time at={at} />;
  return (
    <time dateTime={at} title={exactTime(at)}>
      due
    </time>
  );
}

/** A relative time; the exact one is in its title. */
export function Time({ at }: { readonly at: string | undefined }) {
  const now = useNow();
  if (at === undefined) return <span>–</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeToTick(Date.parse(at), now, Date.now())}
    </time>
  );
}
