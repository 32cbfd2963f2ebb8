/** How to use the simulator from a terminal, in lines that can be pasted. */
export function buildManual(address: string): string {
  return `The network simulator: a mobile network's subscriber register that fails on command.

Poll
  curl '${address}/subscribers'                     everybody, one a line; ?msisdn=4321 or ?imsi=4321: last digits
  curl '${address}/subscribers/724010000000001'     one, as the callers see it; /numbers/+5511... by its number
  curl '${address}/register?limit=1000'             all in pages, as the callers read them; ?after= the last IMSI
  curl '${address}/ledger?imsi=724010000000001'     what took effect, once for each key; also ?key= ?after= ?limit=
  curl '${address}/calls?key=STEP:execute'          how often a call arrived
  curl '${address}/late-calls'                      calls from workers that had lost their order

Order a fault: it applies to the next call that fits, or as many as "times" says (a number, or "always")
  curl '${address}/faults' --json '{ "fault": "refuse", "code": "sim-locked", "match": { "msisdn": "4321" } }'
  curl '${address}/faults' --json '{ "fault": "error-before", "match": { "imsi": "0001" }, "times": 3 }'
  curl '${address}/faults' --json '{ "fault": "unavailable", "ms": 5000 }'

  slow          "ms" later                      error-before   503, and nothing was done
  refuse        422 with "code", for good       error-after    503, although it was done
  unavailable   no connection for "ms",         drop-after     done, and the connection is cut
                or until removed                hold           waits until released; "when": "before" or "after"
  later         202 with an "operation"; done after "ms": GET /operations/{operation} tells. "deadlineMs" is told to
                the caller

  match         all that are given must fit: "operation" (create, set-service-state, change-msisdn, change-imsi, delete,
                find), "imsi" and "msisdn" (the last digits), "keySuffix" (execute or undo). {} is every change.

Be as simple as an HLR: act on every call, late or repeated, whatever its key
  curl -X PUT '${address}/keys' --json '{ "keys": "ignored" }'        "known" again; KEYS says how it starts

See and end faults
  curl '${address}/faults'                          each with how often it struck and how many calls it holds
  curl -X POST '${address}/faults/1/release'        lets the calls go that fault 1 holds
  curl -X DELETE '${address}/faults/1'              removes it; without the id: all of them

Change something (an Idempotency-Key acts once; an undo also says Undoes: <keys of what it takes back, with commas>)
  curl -X PUT '${address}/subscribers/724010000000001/service-state' -H 'Idempotency-Key: mine:execute' \\
    --json '{ "serviceState": "active" }'
  POST /subscribers    PUT /subscribers/{imsi}/service-state, /msisdn, /imsi    DELETE /subscribers/{imsi}
  DELETE ...?msisdn=+5511...   and PUT .../imsi with "msisdn": only if the subscriber has this number
  PUT /subscribers     many at once, without a key and not in the ledger: [{ "imsi", "msisdn", "serviceState" }]
  DELETE /subscribers  the same for those that are to go: ["imsi"]
`;
}
