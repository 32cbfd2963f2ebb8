import { createRequestQueue } from './create-request-queue.ts';
import type { ElementAddress, ResponseReader } from './open-connection.ts';
import { unreadableResponse } from './open-connection.ts';

/** OsmoHLR's control interface: requests and replies in IPA frames, each with the number of its request. */
export interface Ctrl {
  get(variable: string, signal: AbortSignal): Promise<CtrlReply>;
}

type CtrlReply = { readonly value: string } | { readonly error: string };

/** Two bytes with the length of everything after the next byte, the Osmocom protocol, and its control extension. */
const headerBytes = 3;
const osmocomProtocol = 0xee;
const controlExtension = 0x00;

export function createCtrl(address: ElementAddress): Ctrl {
  const queue = createRequestQueue(address);
  let last = 0;
  return {
    get(variable, signal) {
      last += 1;
      return queue.send(buildFrame(`GET ${last} ${variable}`), createReplyReader(last, variable), signal);
    },
  };
}

function buildFrame(text: string): Buffer {
  const header = Buffer.from([0, 0, osmocomProtocol, controlExtension]);
  const body = Buffer.from(text, 'latin1');
  header.writeUInt16BE(body.length + 1);
  return Buffer.concat([header, body]);
}

function createReplyReader(id: number, variable: string): ResponseReader<CtrlReply> {
  const valueAfter = `GET_REPLY ${id} ${variable} `;
  const errorAfter = `ERROR ${id} `;
  return (received) => {
    for (let at = 0; at + headerBytes < received.length; ) {
      if (received[at + 2] !== osmocomProtocol) throw unreadableResponse();
      const end = at + headerBytes + received.readUInt16BE(at);
      if (end > received.length) return undefined;
      const text = received.toString('latin1', at + headerBytes + 1, end);
      if (text.startsWith(valueAfter)) return { response: { value: text.slice(valueAfter.length) }, bytes: end };
      if (text.startsWith(errorAfter)) return { response: { error: text.slice(errorAfter.length) }, bytes: end };
      // Unsolicited messages may arrive in between; nothing else is accepted.
      if (!text.startsWith('TRAP ')) throw unreadableResponse();
      at = end;
    }
    return undefined;
  };
}
