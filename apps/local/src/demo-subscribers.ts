import type { Db } from '@linework/db/db';

const serviceStates: Readonly<Record<string, string>> = { STAND_BY: 'standby', BLOCKED: 'suspended' };

/** Makes the demo's lines known to a network simulator that knows nobody yet. */
export async function introduceLines(db: Db, networkUrl: string): Promise<void> {
  const known = await fetch(`${networkUrl}/subscribers`);
  if ((await known.text()).trim() !== '') return;
  const lines = await db.prisma.line.findMany({ where: { status: { not: 'TERMINATED' } }, select: { imsi: true, msisdn: true, status: true } });
  const subscribers = lines.map(({ imsi, msisdn, status }) => ({ imsi, msisdn, serviceState: serviceStates[status] ?? 'active' }));
  const answer = await fetch(`${networkUrl}/subscribers`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscribers),
  });
  if (!answer.ok) throw new Error(`The network simulator refused the demo's lines: ${answer.status} ${await answer.text()}`);
}
