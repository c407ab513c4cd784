/** Texts of the action dialogs. Each names the sum, where it goes, and when. */
export const actionTexts = {
  keep: 'Back',
  note: 'Message',
  date: 'Final delivery',
  dateWrong: 'Choose a day between today and a year from now.',
  sumWrong: 'Enter an amount in dollars and cents.',
  accept: {
    title: (name: string) => `Accept ${name}’s project`,
    line: (deposit: string) =>
      `Plinth keeps the ${deposit} deposit until the delivery is approved. After you accept, the project can only be cancelled if you both agree, or if Plinth decides.`,
    hint: (name: string) =>
      `If you haven’t delivered 14 days after this date, ${name} can take the deposit back.`,
    confirm: (day: string | null) => (day === null ? 'Accept' : `Accept, deliver by ${day}`),
    busy: 'Accepting...',
    done: 'Accepted',
    doneLine: (name: string) => `We told ${name} when you’ll deliver.`,
  },
  decline: {
    title: (name: string) => `Decline ${name}’s request`,
    line: (deposit: string, name: string) =>
      `We send all ${deposit} back to ${name}’s card today. Banks take 5 to 10 days. You can’t undo this.`,
    lineFree: 'Nothing was charged. You can’t undo this.',
    confirm: (deposit: string) => `Decline, send ${deposit} back`,
    confirmFree: 'Decline the request',
    busy: 'Declining...',
    done: 'Declined',
    doneLine: (deposit: string, name: string) => `${deposit} is on its way back to ${name}.`,
  },
  withdraw: {
    title: 'Withdraw your request',
    line: (deposit: string) =>
      `We send all ${deposit} back to your card today. Banks take 5 to 10 days. This ends the project.`,
    lineFree: 'Nothing was charged. This ends the project.',
    confirm: (deposit: string) => `Withdraw, get ${deposit} back`,
    confirmFree: 'Withdraw the request',
    busy: 'Withdrawing...',
    done: 'Withdrawn',
    doneLine: (deposit: string) => `${deposit} is on its way back to your card.`,
  },
  takeBack: {
    title: 'Take the deposit back',
    line: (held: string, name: string) =>
      `${name} didn’t deliver in time. We send all ${held} back to your card today, and the project ends. Banks take 5 to 10 days.`,
    confirm: (held: string) => `Take ${held} back`,
    busy: 'Taking it back...',
    done: 'The project has ended',
    doneLine: (held: string) => `${held} is on its way back to your card.`,
  },
  change: {
    title: 'Request a change',
    line: (left: number, name: string) =>
      `${left > 1 ? `You can ask for ${left} more changes.` : 'This is the last agreed change.'} Plinth holds the deposit until ${name} has delivered again and you approve.`,
    text: 'What should change?',
    more: 'Anything else?',
    wrong: 'Say what should change.',
    confirm: 'Request the change',
    busy: 'Sending...',
    done: 'Change requested',
    doneLine: (name: string) => `We told ${name}.`,
  },
  complete: {
    title: (number: number) => `Approve delivery ${number}`,
    line: (sum: string, price: string, name: string) =>
      `You pay ${sum} on the next page. Then you can download the originals, and all ${price} goes to ${name}. You can’t undo an approval.`,
    confirm: (sum: string) => `Approve and pay ${sum}`,
    busy: 'Opening...',
  },
  terms: {
    title: 'Offer other terms',
    line: (name: string) =>
      `Nothing is charged. ${name} can accept or make another offer. Yours replaces the current one.`,
    price: 'Price',
    half: (deposit: string) => `The deposit is half: ${deposit}.`,
    milestones: 'Milestones',
    milestone: (index: number) => `Milestone ${index}`,
    milestoneDay: (index: number) => `Due date of milestone ${index}`,
    add: 'Add a milestone',
    remove: (index: number) => `Remove milestone ${index}`,
    confirm: (sum: string | null) => (sum === null ? 'Send offer' : `Offer ${sum}`),
    busy: 'Sending...',
    done: 'Offer sent',
    doneLine: (name: string) => `We told ${name}.`,
  },
  newDate: {
    title: 'Suggest another date',
    line: (name: string) => `The date changes once ${name} accepts. No money moves.`,
    confirm: (day: string | null) => (day === null ? 'Suggest this date' : `Suggest ${day}`),
    busy: 'Sending...',
  },
  priced: {
    title: 'Suggest a change at a price',
    line: (name: string, isDelivered: boolean) =>
      isDelivered
        ? `Nothing is charged now. If ${name} accepts, the sum is added to the balance, and the open comments of the proof room are what has to change.`
        : `Nothing is charged now. If ${name} accepts, the sum is added to the balance, and you can have one more round of changes.`,
    price: 'Price of the change',
    priceHint: (sum: string, all: string) => `The balance becomes ${sum}, of ${all} in all.`,
    text: 'What is it for?',
    textWrong: 'Say what it is for.',
    day: 'New delivery date',
    confirm: (sum: string | null) => (sum === null ? 'Suggest it' : `Suggest it for ${sum}`),
    busy: 'Sending...',
  },
  cancel: {
    title: 'Cancel the project',
    line: (held: string, name: string) =>
      `Plinth holds ${held}. Choose how to split it. If ${name} accepts, both parts are sent the same day and the project ends. It counts against neither of you.`,
    why: 'Why, and why this split',
    whyWrong: 'Explain why. They’ll use this to decide.',
    fee: (fee: string) => `The card fee of ${fee} is deducted from your part.`,
    confirm: (back: string) => `Ask to cancel, ${back} back`,
    busy: 'Sending...',
  },
  split: {
    label: (name: string) => `Back to ${name}`,
    field: (name: string) => `Back to ${name}, in dollars`,
    value: (back: string, to: string) => `${back} back, ${to} to the creator`,
    back: (name: string) => `back to ${name}`,
    to: (name: string) => `to ${name}`,
    allBack: 'All back',
    half: 'Half each',
    allTo: (name: string) => `All to ${name}`,
    wrong: (held: string) => `Enter an amount between $0 and ${held}.`,
  },
  dispute: {
    title: 'Ask Plinth to decide',
    titleAdd: 'Add your side',
    line: (held: string) =>
      `Plinth keeps holding ${held}, and all deadlines stop. An admin reads both sides, this project’s messages, files and payments, and rules in writing. Without a ruling within 30 days, it’s split in half.`,
    lineAdd: (name: string) =>
      `The admin and ${name} will both read this. The admin also reads this project’s messages, files and payments.`,
    text: 'What happened?',
    textHint: 'Give dates and what you agreed on. You can’t change it after sending.',
    textWrong: 'Say what happened.',
    asksBack: 'How much should you get back?',
    asksFor: 'How much should you be paid?',
    confirm: (held: string) => `Ask Plinth to decide about ${held}`,
    confirmAdd: 'Add your side',
    busy: 'Sending...',
    done: 'Plinth will decide',
    doneLine: 'We’ll tell you both when there is a ruling. Until then you can both add proof.',
    doneAdd: 'We added your side',
  },
  acceptOffer: {
    terms: {
      title: 'Accept the terms',
      client: (sum: string, price: string) =>
        `You agree on ${price} and pay the ${sum} deposit on the next page. Plinth holds it until you approve the delivery.`,
      creator: (sum: string, name: string) =>
        `We ask ${name} to pay the ${sum} deposit. Start once it’s paid.`,
      pay: (sum: string) => `Accept and pay ${sum}`,
      confirm: 'Accept the terms',
    },
    date: {
      title: 'Accept the date',
      line: (day: string) => `${day} becomes the delivery date. No money moves.`,
      confirm: (day: string) => `Accept ${day}`,
    },
    change: {
      title: 'Accept the change',
      line: (sum: string, balance: string) =>
        `${sum} is added to the balance, which becomes ${balance}. It is paid with the balance. Nothing is charged now.`,
      confirm: (sum: string) => `Accept for ${sum}`,
    },
    cancel: {
      title: 'Cancel the project',
      line: (back: string, client: string, to: string, creator: string) =>
        `Today we send ${back} of the deposit back to ${client} and ${to} to ${creator}. Nothing more is charged, and the files stay locked. You can’t undo this.`,
      confirm: (back: string) => `Cancel it, ${back} back`,
    },
    busy: 'Accepting...',
    done: 'Accepted',
    doneLine: (name: string) => `We told ${name}.`,
  },
} as const
