export const disputeTexts = {
  states: [
    { value: 'open', label: 'Open' },
    { value: 'ruled', label: 'Ruled' },
  ],
  which: 'Which of them',
  list: 'Disputes',
  all: 'All disputes',
  loading: 'Loading disputes',
  failed: 'The disputes did not load.',
  itemFailed: 'The dispute did not load.',
  moreFailed: 'The next part did not load.',
  empty: {
    open: { title: 'Nothing is in dispute', line: 'What two people cannot settle comes here.' },
    ruled: { title: 'Nothing was ruled yet', line: 'Rulings stay here, for both to read.' },
  },
  parties: (client: string, creator: string) => `${client} hires ${creator}`,
  held: (sum: string) => `${sum} held`,
  due: (day: string) => `due ${day}`,
  basedOn: 'Based on ',
  by: ' by ',
  hiredBy: ', hired by ',
  hires: ' hires ',
  agreed: (sum: string, day: string | null) =>
    `Agreed on ${sum}${day === null ? '' : ` by ${day}`}. `,
  accepted: (day: string) => `Accepted ${day}. `,
  room: 'Open the room',
  happened: 'What happened',
  ruling: {
    title: 'Ruling',
    held: 'Deposit held by Plinth',
    reason: 'Reason, in writing, shown to both',
    missing: 'Say why: both read it.',
    silent: (name: string, day: string) =>
      `${name} has not told a side yet, and was asked on ${day}. A ruling cannot be taken back.`,
    rule: (back: string, client: string, to: string, creator: string) =>
      `Rule: ${back} to ${client}, ${to} to ${creator}`,
    ruleUnknown: 'Rule',
    ruling: 'Ruling...',
    done: 'Ruled. Both have been told.',
    final: (day: string) =>
      `Final. Written to the ledger and the audit log. Without a ruling by ${day} the deposit is split half each, as both saw before payment.`,
    stale:
      'This asks for a sign-in of the last 15 minutes. What you wrote stays here, and nothing is ruled by itself.',
    signIn: 'Sign in again',
  },
} as const
