/** The exit codes, which scripts rely on. The page docs/command-line.md is generated from this table. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done. With `--wait` or `--exit-status`: the order is COMPLETED.' },
  failed: { code: 1, meaning: 'Failed: the request was rejected, the order failed, or a check found something wrong.' },
  cancelled: { code: 2, meaning: 'The order was cancelled.' },
  timedOut: { code: 3, meaning: 'The time of `--timeout` is over. The order goes on.' },
  noKey: { code: 4, meaning: 'There is no API key, or the API does not accept it.' },
  notAllowed: { code: 5, meaning: 'The key lacks a scope.' },
  notFound: { code: 6, meaning: 'Nothing has this id, or it belongs to another broker.' },
  conflict: { code: 7, meaning: 'The status of the record does not allow it, or something else is in the way.' },
  unavailable: { code: 8, meaning: 'The API cannot be reached, or cannot answer now. Try again later.' },
  usage: { code: 64, meaning: 'The command line is wrong. Nothing was sent.' },
  bug: { code: 70, meaning: 'An error inside `linework`. `--debug` shows where.' },
  interrupted: { code: 130, meaning: 'Stopped by Ctrl-C.' },
} as const;

export type ExitName = keyof typeof exitCodes;
