import { counted } from '../../lib/format/format.ts'
import { inWordsFirst } from '../../lib/format/numerals.ts'

/** How many works and makers the screen asks for. */
const WORKS_WANTED = 4
const MAKERS_WANTED = 3

export const texts = {
  title: 'Welcome',
  skip: 'Skip for now',
  works: {
    title: 'What do you like?',
    line: 'Pick four works or more. Your For You page starts with these.',
    picked: (count: number) => `${count} picked`,
    others: 'Show me others',
    loadingOthers: 'Loading...',
    othersShown: (count: number) => `Showing ${counted(count, 'other work')}.`,
    loading: 'Loading works',
    failed: 'We couldn’t load works to pick from.',
    othersFailed: 'We couldn’t load other works. Try again.',
    empty: 'There are no works to pick yet. Continue, and find some in Explore later.',
    name: (title: string, maker: string) => `${title} by ${maker}`,
  },
  makers: {
    title: 'Follow three makers',
    line: 'They made what you just picked.',
    empty: 'Pick a work and its maker shows up here.',
    later: 'You can change all of this later.',
    private: 'Nobody is told what you picked here.',
  },
  foot: {
    label: 'Your picks',
    go: 'Show me Plinth',
    going: 'One moment...',
    failed: 'We couldn’t save your picks. They’re still here. Try again.',
    skipFailed: 'We couldn’t reach Plinth. Try again.',
  },
} as const

export const worksCounted = (count: number): string => counted(count, 'work')
export const makersCounted = (count: number): string => counted(count, 'maker')

/** What somebody has picked and followed so far, and what is left of what the screen asks for. */
export function progressOf(works: number, makers: number): { done: string; left: string } {
  if (works === 0) {
    return { done: 'Nothing picked yet.', left: 'Pick four works, or go on as it is.' }
  }
  const counts = [worksCounted(works), ...(makers > 0 ? [makersCounted(makers)] : [])]
  const done = `${counts.join(', ')}.`
  if (works < WORKS_WANTED) {
    return { done, left: `${inWordsFirst(WORKS_WANTED - works)} more to pick, or go on as it is.` }
  }
  if (makers === 0) return { done, left: 'Follow three makers, or go on as it is.' }
  if (makers < MAKERS_WANTED) {
    const missing = inWordsFirst(MAKERS_WANTED - makers)
    return { done, left: `${missing} more to follow, or go on as it is.` }
  }
  return { done, left: 'You’re all set.' }
}
