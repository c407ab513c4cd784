import { differenceOf, type Pixels } from './difference.ts'

/** What the page asks a worker to compare. */
export interface Asked {
  one: Pixels
  other: Pixels
}

self.addEventListener('message', ({ data: { one, other } }: MessageEvent<Asked>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- goes to the page that started it
  self.postMessage(differenceOf(one, other))
})
