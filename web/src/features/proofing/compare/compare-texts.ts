import { inWordsFirst } from '../../../lib/format/numerals.ts'
import { whole } from '../../../lib/format/figures.ts'

type Sides<T> = Readonly<Record<'older' | 'newer', T>>
const pixels = ({ width, height }: { width: number; height: number }) =>
  `${whole(width)} by ${whole(height)} px`

export const texts = {
  comparing: (name: string) => `Comparing ${name}`,
  back: 'Back to the proof room',
  stop: 'Stop comparing',
  views: 'How to compare',
  view: { side: 'Side by side', slider: 'Slider', overlay: 'Overlay', difference: 'Difference' },
  version: (number: number) => `Version ${number}`,
  dated: (number: number, day: string, isNewest: boolean) =>
    `Version ${number}, ${day}${isNewest ? ', newest' : ''}`,
  pick: { older: 'Older version', newer: 'Newer version' },
  together: 'Move and zoom both together',
  line: 'Line between the versions',
  lineAt: (number: number, share: number) => `Version ${number}, ${share}%`,
  amount: (number: number) => `How much of version ${number}`,
  alone: (number: number) => `Version ${number} alone`,
  stage: (name: string) => `${name}. Drag, or use the arrow keys, to move it.`,
  page: (number: number, all: number) => `Page ${number} of ${all}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  sizes: (numbers: Sides<number>, sizes: Sides<{ width: number; height: number }>) =>
    `Version ${numbers.older} has ${pixels(sizes.older)}, version ${numbers.newer} has ${pixels(sizes.newer)}. Both are shown at one width.`,
  forms: 'The two versions have different proportions. Both are shown at one width.',
  making: 'We’re making the previews.',
  neither: 'These two versions can’t be shown side by side. One of them has no preview.',
  pagesOfBoth: 'One of the two has more pages.',
  keys: {
    line: 'move the line',
    amount: 'change how much',
    larger: 'bigger steps',
    alone: (number: number) => `hold to see version ${number} alone`,
    to: 'to',
    view: 'change the view',
  },
  changed: {
    heading: 'What changed',
    picture: 'Where the two versions differ',
    working: 'Comparing the two',
    failed: 'We couldn’t compare the pixels.',
    again: 'Try again',
    none: 'No area differs at this size.',
    areas: (count: number, share: string) =>
      `${inWordsFirst(count)} ${count === 1 ? 'area' : 'areas'}, ${share} of the picture. Light shows where the pixels differ.`,
    small: 'less than 1%',
    share: (percent: number) => `${percent}%`,
    marks: 'The watermark sits elsewhere in pictures of another size, so it is found as well.',
    paused: 'Pause the films to see where this frame differs.',
  },
  asked: {
    you: (count: number, version: number) =>
      `You asked for ${count} ${count === 1 ? 'thing' : 'things'} in version ${version}`,
    other: (name: string, count: number, version: number) =>
      `${name} asked for ${count} ${count === 1 ? 'thing' : 'things'} in version ${version}`,
    none: (version: number) => `Nobody commented on version ${version}.`,
    open: 'Not marked as done yet.',
    doneBy: (name: string | null) =>
      name === null ? 'You marked it done.' : `${name} marked it done.`,
    agreed: (name: string | null, day: string) =>
      name === null ? `You agreed on ${day}.` : `${name} agreed on ${day}.`,
    right: 'Looks right',
    notYet: 'Not yet',
    state: { open: 'Open', done: 'Marked as done', confirmed: 'Agreed' },
  },
  note: (version: number) => `with version ${version}`,
  film: {
    play: 'Play both',
    pause: 'Pause both',
    time: 'Time',
    back: 'One frame back',
    on: 'One frame on',
    at: (now: string, all: string) => `${now} of ${all}`,
  },
} as const
