import type { NextRelease } from '../world/next-release.ts';
import type { CampaignReport } from '../world/report.ts';

/**
 * Reports orders of the next release that a worker of this release has changed. Otherwise executes these orders, so
 * that all work settles.
 */
export async function checkNextRelease(nextRelease: NextRelease, report: CampaignReport): Promise<void> {
  const changed = await nextRelease.findChanged();
  if (changed.length > 0)
    report.addViolation(
      `${changed.length} orders were executed by a worker that does not know their version: ${changed[0]}`,
    );
  for (const orderId of nextRelease.orderIds) report.acceptedOrderIds.add(orderId);
  if (changed.length === 0) await nextRelease.execute();
}
