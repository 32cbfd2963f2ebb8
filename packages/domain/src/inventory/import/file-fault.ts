type FileFaultCode = 'bad-header' | 'empty-file';

/** A file that cannot be read on, whatever its rows are. */
export class FileFault extends Error {
  readonly code: FileFaultCode;

  constructor(code: FileFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const badHeader = (detail: string) => new FileFault('bad-header', detail);
export const emptyFile = () => new FileFault('empty-file', 'The file is empty.');
