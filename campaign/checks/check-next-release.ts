import type { CampaignReport } from '../report.ts';
import type { NextRelease } from '../world/next-release.ts';

/** Reports orders of the next release that a worker of this release has changed. Otherwise executes these orders, so that all work settles. */
export async function checkNextRelease(nextRelease: NextRelease, report: CampaignReport): Promise<void> {
  const touched = await nextRelease.findTouched();
  if (touched.length > 0) report.addViolation(`${touched.length} orders were executed by a worker that does not know their version: ${touched[0]}`);
  for (const orderId of nextRelease.orderIds) report.acceptedOrderIds.add(orderId);
  if (touched.length === 0) await nextRelease.execute();
}
