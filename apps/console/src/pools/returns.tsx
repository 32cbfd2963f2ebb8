import type { PoolSummary } from '@linework/sdk';
import { Sparkline } from '../ui/sparkline.tsx';

/** What quarantine gives back on each of the next days, and after them. */
export function Returns({ returns, later }: { readonly returns: PoolSummary['returns']; readonly later: number }) {
  const soon = returns.reduce((sum, { count }) => sum + count, 0);
  if (soon === 0 && later === 0) return <p>Nothing comes back from quarantine.</p>;
  return (
    <div>
      <p>
        {soon.toLocaleString('en')} come back from quarantine in {returns.length} days
        {later > 0 && `, ${later.toLocaleString('en')} later`}.
      </p>
      <Sparkline values={returns.map(({ count }) => count)} unit="days" tone="progress" />
    </div>
  );
}
