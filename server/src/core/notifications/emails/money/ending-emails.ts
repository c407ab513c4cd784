import type { Words } from '../template/email.ts'
import {
  afterDivision,
  cents,
  division,
  payoutNext,
  refundNext,
  slip,
  text,
  type ProjectEmail,
  type Write,
} from './message.ts'
import { amount, bankName, cardName, day, REFUND_TIME, sum } from './words.ts'

export const backToClient =
  (what: (facts: ProjectEmail) => Words, subject: (facts: ProjectEmail) => string): Write =>
  (facts) => ({
    subject: subject(facts),
    title: `${amount(cents(facts))} comes back to you`,
    blocks: [
      text(what(facts)),
      slip([
        ['Deposit you paid', sum(facts.depositCents)],
        ['Back to you', sum(cents(facts))],
      ]),
    ],
    next: [refundNext(facts)],
  })

export const backFromCreator =
  (what: (facts: ProjectEmail) => Words, subject: (facts: ProjectEmail) => string): Write =>
  (facts) => ({
    subject: subject(facts),
    title: `The deposit goes back to ${facts.otherFirst}`,
    blocks: [text(what(facts)), slip([[`Back to ${facts.otherFirst}`, sum(cents(facts))]])],
    next: ["You don't need to do anything. Nothing was deducted from your earnings."],
  })

export const cancelled: Write = (facts) => {
  const toCreator = facts.depositCents - cents(facts)
  return {
    subject: `You and ${facts.otherFirst} cancelled ${facts.title}`,
    title: 'The project is cancelled',
    blocks: [
      text([
        'You both agreed to cancel ',
        { title: facts.title },
        '. This is how the deposit is divided:',
      ]),
      division(facts, cents(facts), toCreator),
    ],
    next: afterDivision(facts, cents(facts), toCreator),
  }
}

export const decided =
  (isRuling: boolean): Write =>
  (facts) => {
    const toClient = facts.toClientCents ?? cents(facts)
    const toCreator = facts.toCreatorCents ?? facts.depositCents - toClient
    const own = facts.role === 'client' ? toClient : toCreator
    return {
      subject: isRuling
        ? `Plinth decided about ${facts.title}: ${amount(own)} for you`
        : `The deposit of ${facts.title} is split in half`,
      title: isRuling ? 'Plinth has decided' : 'The deposit is split in half',
      blocks: [
        text(
          isRuling
            ? [
                'We read what you and ',
                facts.otherFirst,
                ' wrote about ',
                { title: facts.title },
                ' and decided:',
              ]
            : [
                'Nobody decided the dispute about ',
                { title: facts.title },
                ' in time, so each of you gets half.',
              ],
        ),
        division(facts, toClient, toCreator),
      ],
      next: [
        'You can read the reasons in the project.',
        ...afterDivision(facts, toClient, toCreator),
      ],
    }
  }

export const abandoned: Write = (facts) => {
  const isClient = facts.role === 'client'
  return {
    subject: isClient
      ? `${facts.title} ended: the balance wasn't paid`
      : `The ${amount(cents(facts))} deposit for ${facts.title} is yours`,
    title: isClient ? 'The project has ended' : 'The deposit is yours',
    blocks: [
      text([
        'The balance of ',
        { title: facts.title },
        " wasn't paid in time, so the project has ended.",
      ]),
      division(facts, 0, cents(facts)),
    ],
    next: isClient
      ? [`${facts.otherFirst} keeps the deposit. You owe nothing more.`]
      : [payoutNext(facts)],
  }
}

export const chargeback =
  (state: 'opened' | 'won' | 'lost'): Write =>
  (facts) => {
    const isClient = facts.role === 'client'
    const whose = isClient ? 'Your bank' : `${facts.otherFirst}'s bank`
    const words = {
      opened: {
        subject: `${whose} disputes the ${amount(cents(facts))} payment`,
        title: 'A bank disputes a payment',
        next:
          facts.status === 'disputed'
            ? 'The project pauses until the bank decides. We email you then.'
            : 'We email you when the bank has decided. Until then the project stays as it is.',
      },
      won: {
        subject: `The ${amount(cents(facts))} payment is confirmed`,
        title: 'The bank confirmed the payment',
        next: 'The project continues where it was.',
      },
      lost: {
        subject: `${whose} reversed the ${amount(cents(facts))} payment`,
        title: 'The bank reversed the payment',
        next: isClient
          ? 'Your bank pays you back. Ask your bank when you will see it.'
          : 'What was already sent to you stays yours. What was still held went back with the payment.',
      },
    }[state]
    return {
      subject: words.subject,
      title: words.title,
      blocks: [
        text([`${whose} looked into a payment for `, { title: facts.title }, '.']),
        slip([['The payment', sum(cents(facts))]]),
      ],
      next: [words.next],
    }
  }

export const refunded: Write = (facts) => ({
  subject: `Your ${amount(cents(facts))} refund is on its way`,
  preview: `To ${cardName(facts.card)}. ${REFUND_TIME}`,
  title: 'Your refund is on its way',
  blocks: [
    text(['We sent back what you paid for ', { title: facts.title }, '.']),
    slip([
      [`To ${cardName(facts.card)}`, sum(cents(facts))],
      ['Sent on', day(facts.at, facts.timeZone)],
    ]),
  ],
  next: [`${REFUND_TIME} You don't need to do anything.`],
})

export const refundFailed: Write = (facts) => ({
  subject: `Your bank returned your ${amount(cents(facts))} refund`,
  preview: 'The money is still yours.',
  title: 'Your refund came back',
  blocks: [
    text([
      'The bank of ',
      cardName(facts.card),
      ' did not accept the refund for ',
      { title: facts.title },
      '.',
    ]),
    slip([['Still yours, held by Plinth', sum(cents(facts))]]),
  ],
  next: ['An admin can send it again. If the card is closed, ask your bank where its refunds go.'],
})

export const paidOut: Write = (facts) => {
  const gross = facts.grossCents ?? cents(facts)
  return {
    subject: `Your ${amount(cents(facts))} payout is on its way`,
    preview: `To ${bankName(facts.bank)}.`,
    title: 'Your payout is on its way',
    blocks: [
      text([
        'You earned this with ',
        { title: facts.title },
        `. We sent it to ${bankName(facts.bank)}.`,
      ]),
      slip([
        [
          facts.purpose === 'remainder' ? 'Your part of the balance' : 'Your part of the deposit',
          sum(gross),
        ],
        ['Card processing fee', `−${sum(gross - cents(facts))}`],
        ['Payout', sum(cents(facts))],
      ]),
    ],
    next: ["Most banks show it within 2 to 7 business days. You don't need to do anything."],
  }
}
