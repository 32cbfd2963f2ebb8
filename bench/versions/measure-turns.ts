// The process of one version: it starts its contender, and then does what the parent process asks for, one question
// after another.
import { closedLoop } from '../harness/closed-loop.ts';
import type { Contender, Running } from '../harness/contender.ts';
import { processTimeMs } from '../harness/process-time.ts';
import type { Question, TurnFigures } from './version-process.ts';

const { contender } = (await import(process.argv[2] as string)) as { contender: Contender };

// Without the parent process the figures are of no use. The servers end with this process.
process.once('disconnect', () => process.exit(1));

const running = await contender.start();
process.on('message', (question: Question) => void answer(running, question));
process.send?.('ready');

async function answer(work: Running, question: Question): Promise<void> {
  if (question === 'stop') {
    await work.stop();
    process.exit();
  }
  if (question !== 'settle') return void process.send?.(await measure(work, question.clients, question.seconds));
  await work.settle?.();
  process.send?.('settled');
}

async function measure(work: Running, clients: number, seconds: number): Promise<TurnFigures> {
  const before = processTimeMs(process.pid);
  const { count, seconds: elapsed } = await closedLoop(work.place, clients, seconds);
  return { count, perSecond: count / elapsed, cpuMs: processTimeMs(process.pid) - before };
}
