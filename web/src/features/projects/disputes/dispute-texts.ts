export const disputeTexts = {
  states: [
    { value: 'open', label: 'Open' },
    { value: 'ruled', label: 'Ruled' },
  ],
  which: 'Which disputes',
  list: 'Disputes',
  all: 'All disputes',
  loading: 'Loading disputes',
  failed: 'We couldn’t load the disputes.',
  itemFailed: 'We couldn’t load this dispute.',
  moreFailed: 'We couldn’t load more disputes.',
  empty: {
    open: { title: 'No open disputes', line: 'Disputes that Plinth has to decide appear here.' },
    ruled: { title: 'No rulings yet', line: 'Disputes you’ve ruled on appear here.' },
  },
  parties: (client: string, creator: string) => `${client} hired ${creator}`,
  held: (sum: string) => `${sum} held`,
  due: (day: string) => `due ${day}`,
  basedOn: 'Based on ',
  by: ' by ',
  hiredBy: ', hired by ',
  hires: ' hired ',
  agreed: (sum: string, day: string | null) =>
    `Agreed on ${sum}${day === null ? '' : ` by ${day}`}. `,
  accepted: (day: string) => `Accepted ${day}. `,
  room: 'Open the room',
  happened: 'What happened',
  ruling: {
    title: 'Ruling',
    held: 'Deposit held by Plinth',
    reason: 'Reason, shown to both',
    missing: 'Give a reason. Both will read it.',
    silent: (name: string, day: string) =>
      `${name} hasn’t answered yet. We asked on ${day}. You can’t undo a ruling.`,
    rule: (back: string, client: string, to: string, creator: string) =>
      `Rule: ${back} to ${client}, ${to} to ${creator}`,
    ruleUnknown: 'Rule',
    ruling: 'Ruling...',
    done: 'Ruled. We told both of them.',
    final: (day: string) =>
      `You can’t undo a ruling. It’s recorded in the ledger and the audit log. Without a ruling by ${day}, the deposit is split in half, as both saw before paying.`,
    stale:
      'Log in again to rule. You last logged in more than 15 minutes ago. Your text stays here.',
    signIn: 'Log in again',
  },
} as const
