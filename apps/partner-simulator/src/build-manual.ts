/** How to use the simulator from a terminal, in lines that can be pasted. */
export const buildManual = (address: string): string =>
  [introduction, payments, taxAuthority, clearingHouse, notifications, answers, faults]
    .map((section) => section(address))
    .join('\n');

const introduction = (
  address: string,
) => `The partner simulator: a payment provider, a tax authority and a clearing house, which fail on command.

Who may call: anybody, or with ACCESS_KEY at the start who sends 'Authorization: Bearer KEY' to the companies; else 401

Look
  curl '${address}/ledger?id=PAYMENT'              what took effect, once a key; also ?key= ?kind= ?after= ?limit=
  curl '${address}/calls?operation=payments.charge&key=PAYMENT'   how often a call arrived
`;

const payments = (address: string) => `Payments: /payments/methods, /payments/charges, /payments/refunds
  a token that begins with    its method is                    its charges are
    tok_refused               REFUSED
    tok_pending, or any Pix   PENDING until approved           CONFIRMED
    tok_expired               ACTIVE, over since 2020          CONFIRMED
    tok_declined              ACTIVE                           FAILED
    tok_later                 ACTIVE                           AUTHORIZED, then CONFIRMED after RESPONSE_DELAY_MS
    tok_wait                  ACTIVE                           PENDING until settled or declined
    tok_timeout               ACTIVE                           CONFIRMED, but the first answer is lost
    anything else             ACTIVE                           CONFIRMED; 666.66 declined, 777.77 later, 888.88 waits
  curl -X POST '${address}/payments/methods/METHOD/approve'        or refuse
  curl -X POST '${address}/payments/charges/PAYMENT/settle'        or authorise, decline, refund, charge-back
  a refund is COMPLETED; one of 66.66 fails, of 77.77 is completed after RESPONSE_DELAY_MS, of 88.88 waits. Refused:
  of a payment that is not settled, or of more than was paid
  curl -X POST '${address}/payments/refunds/REFUND/complete'       or fail
`;

const taxAuthority = () => `Tax authority: /tax-authority/receipts
  checks the access key (236), the form (215), the signature (290, 297, 298), duplicates (204, 539) and the number
  (502); of a cancellation also that it is known (217), the protocol (222) and that it is the first (218)
  from 2026 on IBS and CBS too: the groups (310, 315), codes (311, 312, 313), rates of the year (316, 321, 326),
  amounts (318), the document's total (360, 365); base and sums are checked to the cent, and rejected with 999
`;

const clearingHouse = (address: string) => `\
Clearing house: /clearing-house/bilhetes, /clearing-house/port-outs. A donor answers after RESPONSE_DELAY_MS, by the
last four digits:
    9901 WRONG_DATA   9902 WINDOW_UNAVAILABLE   9903 NUMBER_BLOCKED   9904 NOT_A_CUSTOMER     CONFLICT until corrected
    9905 NUMBER_UNAVAILABLE   9906 NOT_A_CUSTOMER   9907 DONOR_UNKNOWN   9908 REQUEST_RUNNING REJECTED
    9909 answers on command                                                                  else ACCEPTED
  curl '${address}/clearing-house/bilhetes/PORT-IN/answer' --json '{ "status": "CONFLICT", "reasonCode": "WRONG_DATA" }'
  curl '${address}/clearing-house/port-outs' --json '{ "msisdn": "+5511900000001" }'     a number of Linework's leaves
  a cancel of it is answered after RESPONSE_DELAY_MS, and refused once its window has begun; numbers that end with
    9911 are refused by the recipient   9912 wait for a command:
  curl '${address}/clearing-house/port-outs/TICKET/answer' --json '{ "status": "CANCELLED" }'       or ASKED: it goes on
`;

const notifications = (address: string) => `\
Say who is notified (LINEWORK_URL and LINEWORK_KEY at the start): of payments, methods and port-ins that changed by
themselves
  curl -X PUT '${address}/linework' --json '{ "url": "http://127.0.0.1:3000", "key": "lw_..." }'

Tell the tax authority a rate of CBS of 2027 or 2028, which no act has set: until then it refuses every receipt of
these years
  curl -X PUT '${address}/tax-rates' --json '{ "from": "2027-01-01", "cbs": "8.7" }'
`;

const answers = (address: string) => `Say beforehand what is answered to the next call that fits
  curl '${address}/answers' \\
    --json '{ "match": { "operation": "payments.charge" }, "answer": "FAILED", "reason": "STOLEN_CARD" }'
  methods: ACTIVE PENDING REFUSED   charges: CONFIRMED AUTHORIZED PENDING FAILED
  refunds: CONFIRMED LATER PENDING FAILED
  receipts: REJECTED with the code as "reason"
  bilhetes: ACCEPTED CONFLICT REJECTED with the reason code as "reason"   cancels of port-outs: REJECTED LATER
  also "times"; GET and DELETE /answers
`;

const faults = (
  address: string,
) => `Order a fault: it applies to the next call that fits, or as many as "times" says (a number, or "always")
  curl '${address}/faults' --json '{ "fault": "error-after", "match": { "operation": "payments.charge" } }'
  curl '${address}/faults' --json '{ "fault": "unavailable", "ms": 5000, "match": { "company": "tax-authority" } }'
  curl '${address}/faults' --json '{ "fault": "unavailable", "match": { "operation": "notify" } }' notices are lost

  slow          "ms" later                      error-before   503, and nothing was done
  refuse        422 with "code", for good       error-after    503, although it was done
  unavailable   no connection for "ms",         drop-after     done, and the connection is cut
                or until removed                hold           waits until released; "when": "before" or "after"

  match         all that are given must fit: "company" (payments, tax-authority, clearing-house), "operation", "id"
                (what the call is about, or its end). {} is every change. Operations:
                payments.register-method find-method remove-method charge find-charge cancel-charge
                payments.refund find-refund cancel-refund
                tax-authority.authorise cancel find
                clearing-house.request correct cancel confirm find confirm-port-out cancel-port-out
                clearing-house.find-port-out notify

See and end faults
  curl '${address}/faults'                          each with how often it struck and how many calls it holds
  curl -X POST '${address}/faults/1/release'        lets the calls go that fault 1 holds
  curl -X DELETE '${address}/faults/1'              removes it; without the id: all of them
`;
