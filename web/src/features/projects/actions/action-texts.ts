/** Texts of the action dialogs. Each names the sum, where it goes, and when. */
export const actionTexts = {
  keep: 'Back',
  note: 'A word to go with it',
  date: 'Final delivery',
  dateWrong: 'Pick a day between today and a year from now.',
  sumWrong: 'Write a sum in dollars and cents.',
  accept: {
    title: (name: string) => `Accept ${name}’s project`,
    line: (deposit: string) =>
      `From now on the deposit of ${deposit} stays with Plinth until the delivery is approved. You two can only end it together, or Plinth decides.`,
    hint: (name: string) =>
      `If you have delivered nothing 14 days after this day, ${name} can take the deposit back.`,
    confirm: (day: string | null) => (day === null ? 'Accept' : `Accept, deliver by ${day}`),
    busy: 'Accepting...',
    done: 'Accepted',
    doneLine: (name: string) => `${name} has been told the day.`,
  },
  decline: {
    title: (name: string) => `Decline ${name}’s request`,
    line: (deposit: string, name: string) =>
      `All ${deposit} goes back to ${name}’s card today. Banks take 5 to 10 days. This cannot be undone.`,
    lineFree: 'Nothing was charged. This cannot be undone.',
    confirm: (deposit: string) => `Decline, send ${deposit} back`,
    confirmFree: 'Decline the request',
    busy: 'Declining...',
    done: 'Declined',
    doneLine: (deposit: string, name: string) => `${deposit} is on its way back to ${name}.`,
  },
  withdraw: {
    title: 'Withdraw your request',
    line: (deposit: string) =>
      `All ${deposit} goes back to your card today. Banks take 5 to 10 days. The project ends here.`,
    lineFree: 'Nothing was charged. The project ends here.',
    confirm: (deposit: string) => `Withdraw, get ${deposit} back`,
    confirmFree: 'Withdraw the request',
    busy: 'Withdrawing...',
    done: 'Withdrawn',
    doneLine: (deposit: string) => `${deposit} is on its way back to your card.`,
  },
  takeBack: {
    title: 'Take the deposit back',
    line: (held: string, name: string) =>
      `Nothing was delivered in time. All ${held} goes back to your card today, and the project with ${name} ends. Banks take 5 to 10 days.`,
    confirm: (held: string) => `Take ${held} back`,
    busy: 'Taking it back...',
    done: 'The project has ended',
    doneLine: (held: string) => `${held} is on its way back to your card.`,
  },
  change: {
    title: 'Request a change',
    line: (left: number, name: string) =>
      `${left === 2 ? 'Two changes are' : 'This is the last change that is'} included. No money moves: the deposit stays held until ${name} has delivered again and you approve.`,
    text: 'What should change',
    wrong: 'Say what should change.',
    confirm: 'Request the change',
    busy: 'Sending...',
    done: 'Change requested',
    doneLine: (name: string) => `${name} has your words.`,
  },
  complete: {
    title: (number: number) => `Approve delivery ${number}`,
    line: (sum: string, price: string, name: string) =>
      `You approve it now and pay ${sum} on the card provider’s page. Then the originals open for you and all ${price} goes to ${name}. An approval cannot be taken back.`,
    confirm: (sum: string) => `Approve and pay ${sum}`,
    busy: 'Opening...',
  },
  terms: {
    title: 'Propose other terms',
    line: (name: string) =>
      `Nothing is charged. ${name} can accept them, or propose others. They replace what is on the table.`,
    price: 'Price',
    half: (deposit: string) => `The deposit is ${deposit}, half of it.`,
    milestones: 'Milestones',
    milestone: (index: number) => `Milestone ${index}`,
    milestoneDay: (index: number) => `Day of milestone ${index}`,
    add: 'Add a milestone',
    remove: (index: number) => `Remove milestone ${index}`,
    confirm: (sum: string | null) => (sum === null ? 'Propose' : `Propose ${sum}`),
    busy: 'Sending...',
    done: 'Proposed',
    doneLine: (name: string) => `${name} has been told.`,
  },
  newDate: {
    title: 'Propose another date',
    line: (name: string) => `No money moves. The date holds when ${name} has accepted it.`,
    confirm: (day: string | null) => (day === null ? 'Propose the date' : `Propose ${day}`),
    busy: 'Sending...',
  },
  cancel: {
    title: 'Propose to end it',
    line: (held: string, name: string) =>
      `${held} is held. Nothing moves until ${name} has accepted your split. Then both parts leave the same day and the project is over. An end that both agree on counts against nobody.`,
    why: 'Why, and how you came to this split',
    whyWrong: 'Say why: the other one decides by it.',
    fee: (fee: string) => `The card fee of ${fee} comes out of your part.`,
    confirm: (back: string) => `Propose ${back} back`,
    busy: 'Sending...',
  },
  split: {
    label: (name: string) => `Back to ${name}`,
    field: (name: string) => `Back to ${name}, in dollars`,
    value: (back: string, to: string) => `${back} back, ${to} to the maker`,
    back: (name: string) => `back to ${name}`,
    to: (name: string) => `to ${name}`,
    allBack: 'All back',
    half: 'Half each',
    allTo: (name: string) => `All to ${name}`,
    wrong: (held: string) => `Write a sum between $0 and ${held}.`,
  },
  dispute: {
    title: 'Ask Plinth to decide',
    titleAdd: 'Add your side',
    line: (held: string) =>
      `${held} stays held and the clock stops. An admin reads both sides and rules in writing. Without a ruling in 30 days it is split half and half.`,
    lineAdd: 'The admin reads it beside the other side, and so does the other one.',
    text: 'What happened',
    textHint: 'Dates, and what was agreed. Both of you can read it. It is written once.',
    textWrong: 'Say what happened.',
    asksBack: 'What you ask to get back',
    asksFor: 'What you ask to be paid',
    confirm: (held: string) => `Ask Plinth to decide about ${held}`,
    confirmAdd: 'Add your side',
    busy: 'Sending...',
    done: 'Plinth decides',
    doneLine: 'Both of you are told when there is a ruling.',
    doneAdd: 'Your side is added',
  },
  acceptOffer: {
    terms: {
      title: 'Accept the terms',
      client: (sum: string, price: string) =>
        `You agree on ${price} and pay the deposit of ${sum} on the card provider’s page. Plinth holds it until you approve the delivery.`,
      creator: (sum: string, name: string) =>
        `${name} is asked for the deposit of ${sum}. The work begins when it is here.`,
      pay: (sum: string) => `Accept and pay ${sum}`,
      confirm: 'Accept the terms',
    },
    date: {
      title: 'Accept the date',
      line: (day: string) => `The delivery is then agreed for ${day}. No money moves.`,
      confirm: (day: string) => `Accept ${day}`,
    },
    cancel: {
      title: 'End the project',
      line: (back: string, client: string, to: string, creator: string) =>
        `Today ${back} of the deposit goes back to ${client} and ${to} to ${creator}. Nothing more is charged, the files stay shut, and it cannot be undone.`,
      confirm: (back: string) => `End it, ${back} back`,
    },
    busy: 'Accepting...',
    done: 'Accepted',
    doneLine: (name: string) => `${name} has been told.`,
  },
} as const
