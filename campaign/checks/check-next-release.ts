import type { Findings } from '../findings.ts';
import type { NextRelease } from '../world/next-release.ts';

/** Notes orders of the next release that a worker of this one has touched, and has the others carried out, so that all comes to its end. */
export async function checkNextRelease(nextRelease: NextRelease, findings: Findings): Promise<void> {
  const touched = await nextRelease.touched();
  if (touched.length > 0) findings.wrong(`${touched.length} orders were carried out by a worker that does not know their version: ${touched[0]}`);
  for (const orderId of nextRelease.orderIds) findings.promised.add(orderId);
  if (touched.length === 0) await nextRelease.carryOut();
}
