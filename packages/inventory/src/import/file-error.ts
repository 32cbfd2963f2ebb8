type FileErrorCode = 'bad-header' | 'empty-file';

/** An error for which the whole file is rejected. */
export class FileError extends Error {
  readonly code: FileErrorCode;

  constructor(code: FileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const badHeader = (detail: string) => new FileError('bad-header', detail);
export const emptyFile = () => new FileError('empty-file', 'The file is empty.');
