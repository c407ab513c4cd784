import { APPROVAL_DAYS, INCLUDED_REVISIONS, REMAINDER_DAYS } from '@plinth/contract/limits.ts'
import { by, cents, note, payoutNext, rest, slip, text, type Write } from './message.ts'
import { amount, day, sum } from './words.ts'

export const depositToClient: Write = (facts) => {
  const { otherFirst, title, status, creatorAgreed, deliverBy, depositCents, priceCents } = facts
  const hasBegun = creatorAgreed || status !== 'deposit_paid'
  return {
    subject: `Your ${amount(cents(facts))} deposit is paid`,
    preview: hasBegun
      ? `${otherFirst} can begin. What happens next…`
      : `${otherFirst} has until ${by(facts)} to say yes. What happens next…`,
    title: 'Your deposit is paid',
    blocks: [
      slip(
        [
          ['Paid today, held by Plinth', sum(depositCents)],
          ['When you approve', sum(rest(facts))],
          ['Together', sum(priceCents)],
        ],
        depositCents / Math.max(1, priceCents),
      ),
    ],
    next: hasBegun
      ? [
          [
            `${otherFirst} agreed to your terms and begins now on `,
            { title },
            deliverBy === null ? '.' : `. The delivery is due on ${day(deliverBy)}.`,
          ],
        ]
      : [
          [
            `${otherFirst} says yes or no to `,
            { title },
            ' by ',
            { strong: by(facts) },
            `. If it is no, or nothing, all ${amount(depositCents)} comes back to your card.`,
          ],
        ],
  }
}

export const depositToCreator: Write = (facts) => {
  const { otherName, otherFirst, title, status, deliverBy, depositCents, priceCents } = facts
  const hasBegun = status !== 'deposit_paid'
  return {
    subject: `${otherName} hired you`,
    preview: `The ${amount(cents(facts))} deposit is paid. ${hasBegun ? 'You can begin.' : `Answer by ${by(facts)}.`}`,
    title: `${otherFirst} hired you`,
    blocks: [
      text([`${otherName} paid the deposit for `, { title }, '. Plinth holds it for you.']),
      slip(
        [
          ['Deposit, held by Plinth', sum(depositCents)],
          [`When ${otherFirst} approves`, sum(rest(facts))],
          ['Together', sum(priceCents)],
        ],
        depositCents / Math.max(1, priceCents),
      ),
    ],
    next: hasBegun
      ? [
          deliverBy === null
            ? 'You can begin.'
            : ['You can begin. Deliver by ', { strong: day(deliverBy) }, '.'],
        ]
      : [
          [
            'Say yes or no by ',
            { strong: by(facts) },
            `. Without an answer the deposit goes back to ${otherFirst}.`,
          ],
        ],
    button: hasBegun ? 'Open the project' : `Answer ${otherFirst}`,
  }
}

export const balanceToClient: Write = (facts) => ({
  subject: `Your ${amount(cents(facts))} balance is paid`,
  preview: `All files of ${facts.title} are yours.`,
  title: 'Your balance is paid',
  blocks: [
    slip(
      [
        ['Deposit, paid before', sum(facts.depositCents)],
        ['Balance, paid today', sum(rest(facts))],
        ['Paid in full', sum(facts.priceCents)],
      ],
      1,
    ),
  ],
  next: [
    ['All files of ', { title: facts.title }, ' are yours, without a watermark.'],
    `Then tell others what it was like to work with ${facts.otherFirst}.`,
  ],
  button: 'Download your files',
})

export const balanceToCreator: Write = (facts) => ({
  subject: `${facts.otherName} paid the ${amount(cents(facts))} balance`,
  preview: `${facts.title} is complete. Your payout is next.`,
  title: `${facts.otherFirst} paid the balance`,
  blocks: [
    text([{ title: facts.title }, ' is complete and paid in full.']),
    slip([
      ['Deposit and balance', sum(facts.priceCents)],
      ['Card processing fees', `−${sum(facts.allFeesCents)}`],
      ['You receive', sum(facts.priceCents - facts.allFeesCents)],
    ]),
  ],
  next: [payoutNext(facts)],
})

const changesLeft = (used: number, added: number): string => {
  const left = INCLUDED_REVISIONS + added - used
  if (left <= 0) return 'The included changes are used up.'
  return `Or ask for a change: ${left === 1 ? 'one round is' : `${left === 2 ? 'two' : left} rounds are`} included.`
}
export const deliveryToClient: Write = (facts) => {
  const { otherFirst, title, fileCount, revisionsUsed, revisionsAdded, isReminder } = facts
  return {
    subject: isReminder
      ? `${otherFirst}'s delivery is waiting for your answer`
      : `${otherFirst} has sent your delivery`,
    preview: `Please answer by ${by(facts)}.`,
    title: isReminder ? 'Your delivery is waiting' : 'Your delivery is ready',
    blocks: [
      text([
        `${otherFirst} sent `,
        { strong: fileCount === 1 ? '1 file' : `${fileCount} files` },
        ' for ',
        { title },
        '.',
      ]),
      text([
        'Please look by ',
        { strong: by(facts) },
        `. Approve it and ${amount(rest(facts))} falls due. ${changesLeft(revisionsUsed, revisionsAdded)}`,
      ]),
      note(
        `Without an answer it counts as approved on that day.${isReminder ? '' : ' We remind you three times before.'}`,
      ),
    ],
    button: 'Look at the delivery',
  }
}

export const dueToClient: Write = (facts) => ({
  subject: `Your ${amount(rest(facts))} balance is due`,
  preview: `Pay it by ${by(facts)} to get your files.`,
  title: 'Your balance is due',
  blocks: [
    text([
      'The delivery of ',
      { title: facts.title },
      ` counts as approved, because it had no answer for ${APPROVAL_DAYS} days.`,
    ]),
    slip(
      [
        ['Deposit, paid before', sum(facts.depositCents)],
        ['Balance, due now', sum(rest(facts))],
        ['Together', sum(facts.priceCents)],
      ],
      facts.depositCents / Math.max(1, facts.priceCents),
    ),
  ],
  next: [
    ['Pay the balance by ', { strong: by(facts) }, ' to get your files.'],
    `If it isn't paid by then, ${facts.otherFirst} gets your deposit and the project ends.`,
  ],
  button: `Pay ${amount(rest(facts))}`,
})

export const dueToCreator: Write = (facts) => ({
  subject: `${facts.title} is approved`,
  preview: `The ${amount(rest(facts))} balance is due by ${by(facts)}.`,
  title: 'Your delivery is approved',
  blocks: [
    text([
      `${facts.otherFirst} had ${APPROVAL_DAYS} days to answer. Your delivery of `,
      { title: facts.title },
      ' counts as approved now.',
    ]),
  ],
  next: [
    [
      `${facts.otherFirst} has until `,
      { strong: by(facts) },
      ` to pay the ${amount(rest(facts))} balance.`,
    ],
    `If it isn't paid within ${REMAINDER_DAYS} days, the ${amount(facts.depositCents)} deposit is yours.`,
  ],
})
