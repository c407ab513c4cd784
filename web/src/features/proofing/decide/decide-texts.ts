import type { FileVerdict } from '@plinth/contract/proofing/decisions.ts'
import { counted } from '../../../lib/format/format.ts'

const comments = (count: number) => (count === 1 ? 'comment' : `${count} comments`)

export const decideTexts = {
  failed: 'That didn’t work. Try again.',
  paper: {
    heading: (delivery: number) => `Delivery ${delivery}`,
    used: (used: number, all: number) =>
      used === 0 ? `${counted(all, 'round')} of changes` : `Round ${used} of ${all} used`,
    approve: 'Approve',
    approveShort: 'Approve:',
    balance: (sum: string) => `${sum}, the balance`,
    change: 'Ask for a change',
    changeShort: 'Change:',
    round: (round: number, all: number) => `$0, round ${round} of ${all}`,
    priced: 'at a price you agree on',
    list: (count: number) =>
      count === 1
        ? 'Your open comment becomes the list.'
        : `Your ${count} open comments become the list.`,
    after: (all: number) =>
      `After round ${all}, another one is a change with a price that you both agree on.`,
    last: 'Another round is a change with a price that you both agree on.',
    asked: (name: string) => `This is what ${name} is asked.`,
    suggest: 'Suggest a change',
    approveAndPay: (sum: string) => `Approve and pay ${sum}`,
    pay: (sum: string) => `Pay ${sum}`,
    offer: 'Change at a price',
    readOffer: (sum: string) => `Read the offer of ${sum}`,
    waits: (sum: string, name: string) =>
      `You suggested a change for ${sum}. ${name} hasn’t answered yet.`,
    approved: (delivery: number) => `Delivery ${delivery} is approved`,
    due: 'The balance',
    record: 'Record of the approval (PDF)',
    inRound: (round: number, all: number) => `Round ${round} of ${all}`,
    askedFor: (count: number) =>
      count === 1 ? 'You asked for 1 thing' : `You asked for ${count} things`,
    wasAskedFor: (name: string, count: number) =>
      count === 1 ? `${name} asked for 1 thing` : `${name} asked for ${count} things`,
    doneOf: (done: number, all: number) => `${done} of ${all} done`,
    noList: 'The note says what should change.',
  },
  approving: {
    files: (count: number) => (count === 1 ? 'The file' : `The ${count} files`),
    version: (name: string, version: number) => `${name}, version ${version}`,
    open: (count: number) => `${count === 1 ? '1 comment stays' : `${count} comments stay`} open.`,
    picks: (picked: number, most: number) => `Your picks: ${picked} of ${most}`,
    noPicks: (most: number) =>
      `You haven’t picked any of the ${counted(most, 'file')} in the price. After the approval you can’t.`,
    fewer: (left: number) =>
      `You can pick ${left === 1 ? 'one more file' : `${left} more files`}. After the approval you can’t.`,
  },
  changing: {
    heading: (count: number) =>
      `${comments(count)[0]?.toUpperCase()}${comments(count).slice(1)} to send`,
    on: (name: string) => `on ${name}`,
    stays: 'They stay as they are now.',
  },
  verdict: {
    heading: 'This file',
    say: { approved: 'It’s right', change: 'Not right yet' } satisfies Record<FileVerdict, string>,
    said: {
      approved: (name: string) => `${name} says that this file is right.`,
      change: (name: string) => `${name} says that this file is not right yet.`,
    } satisfies Record<FileVerdict, (name: string) => string>,
    badge: { approved: 'Right', change: 'Not right yet' } satisfies Record<FileVerdict, string>,
  },
  picks: {
    heading: (picked: number, most: number) => `${picked} of ${counted(most, 'pick')}`,
    came: (count: number, most: string) =>
      `${count === 1 ? '1 file' : `${count} files`} came. Choose the ${most} that ${most === 'one' ? 'is' : 'are'} in the price.`,
    chosen: (count: number, name: string) =>
      `${count === 1 ? '1 file' : `${count} files`} came. ${name} chooses what is in the price.`,
    full: (most: number) => `You have ${most}. Take one out to add this.`,
    pick: (name: string) => `Pick ${name}`,
    rank: (name: string, rank: number, most: number) =>
      `Pick ${name}, now choice ${rank} of ${most}`,
    isPick: (rank: number) => `Choice ${rank}`,
    order: 'Order',
    title: 'Your picks',
    titleOf: (name: string) => `What ${name} picked`,
    text: 'The first choice first. In the row of files, Alt and the arrow keys move a pick.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    sheet: 'Contact sheet (PDF)',
    moved: (name: string, rank: number) => `${name} is choice ${rank} now.`,
    close: 'Done',
  },
} as const

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** A small number in words. */
export const inWords = (count: number): string => WORDS[count] ?? String(count)
