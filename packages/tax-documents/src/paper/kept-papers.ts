import { createHash } from 'node:crypto';
import type { Draw, Drawing } from './draw-in-thread.ts';

interface Kept {
  readonly bytes: Promise<Uint8Array>;
  size: number;
}

/** Some three hundred papers of a page. */
const usualLimitBytes = 8 * 1024 * 1024;

/**
 * Draws what was not drawn before. What is kept is known by everything that the paper says, so that a cancelled receipt is another one, and
 * a paper that two ask for at once is drawn once. The paper that was longest not asked for goes first.
 */
export function keepPapers(draw: Draw, limitBytes = usualLimitBytes): Draw {
  const papers = new Map<string, Kept>();
  let keptBytes = 0;

  function forget(name: string): void {
    keptBytes -= papers.get(name)?.size ?? 0;
    papers.delete(name);
  }

  function noteSize(name: string, paper: Kept, size: number): void {
    if (papers.get(name) !== paper) return;
    paper.size = size;
    keptBytes += size;
    for (const oldest of papers.keys()) {
      if (keptBytes <= limitBytes) return;
      forget(oldest);
    }
  }

  return (drawing) => {
    const name = nameOf(drawing);
    const known = papers.get(name);
    papers.delete(name);
    const paper = known ?? { bytes: draw(drawing), size: 0 };
    papers.set(name, paper);
    if (!known) {
      paper.bytes.then(
        ({ length }) => noteSize(name, paper, length),
        () => forget(name),
      );
    }
    return paper.bytes;
  };
}

const nameOf = (drawing: Drawing): string => createHash('sha256').update(JSON.stringify(drawing)).digest('base64');
