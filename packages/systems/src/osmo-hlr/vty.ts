import { TransientError } from '@linework/engine/model/system-errors';
import { createRequestQueue } from './create-request-queue.ts';
import { type Connection, type ElementAddress, type ResponseReader, unreadableResponse } from './open-connection.ts';

/** OsmoHLR's command line over telnet. */
export interface Vty {
  /**
   * Sends a command, or several in one packet, so that no lost connection separates them. The response is for people:
   * many commands print nothing, whether they worked or not.
   */
  command(lines: string | readonly string[], signal: AbortSignal): Promise<void>;
}

export function createVty(address: ElementAddress): Vty {
  const queue = createRequestQueue(address, enterEnabled);
  return {
    async command(lines, signal) {
      const all = [lines].flat();
      await queue.send(all.map((line) => `${line}\r`).join(''), afterEach(all), signal);
    },
  };
}

/** Commands that change something need the enabled prompt, `OsmoHLR# `. A password before it is not supported. */
async function enterEnabled(connection: Connection, signal: AbortSignal): Promise<void> {
  await connection.exchange('', createPromptReader(/\n\S*> $/), signal);
  await connection.exchange('enable\r', createEchoReader('enable'), signal);
}

/** The responses to all lines, one after the other. */
function afterEach(lines: readonly string[]): ResponseReader<undefined> {
  const [first = '', ...others] = lines;
  const last = others.at(-1);
  const afterFirst = createEchoReader(first);
  return (received) => {
    const found = afterFirst(received);
    return last === undefined || received.includes(`# ${last}\r\n`) ? found : undefined;
  };
}

/** The element echoes the line, responds, and prompts again. Any other start is the response to another command. */
function createEchoReader(line: string): ResponseReader<undefined> {
  const echo = Buffer.from(`${line}\r\n`);
  const toPrompt = createPromptReader(/\n\S+# $/);
  return (received) => {
    const length = Math.min(received.length, echo.length);
    if (received.compare(echo, 0, length, 0, length) !== 0) throw unreadableResponse();
    return toPrompt(received);
  };
}

function createPromptReader(prompt: RegExp): ResponseReader<undefined> {
  return (received) => {
    const text = received.toString('latin1');
    if (text.endsWith('Password: '))
      throw new TransientError(
        'network-wants-password',
        'The network requires a password on its command line. Remove it there: passwords are not supported.',
      );
    return prompt.test(text) ? { response: undefined, bytes: received.length } : undefined;
  };
}
