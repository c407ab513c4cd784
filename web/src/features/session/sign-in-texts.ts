import type { MemberAct } from './acts.ts'

export const texts = {
  free: 'Joining is free and takes a minute.',
  join: 'Join free',
  logIn: 'Log in',
  asked: 'You asked to:',
  close: "Close this and you're where you were",
} as const

interface Words {
  title: string
  /** How the page will be when the person is back. */
  back: string
  asked: string
}

const OF = { portfolio: 'this work', post: 'this post' } as const

const OPENS = {
  hire: (name: string) => ({
    title: `Hire ${name}`,
    back: `ready to hire ${name}`,
    asked: 'Hire',
  }),
  inquire: (name: string) => ({
    title: `Ask ${name} about a project`,
    back: 'ready to send your inquiry',
    asked: 'Send Business Inquiry',
  }),
  message: (name: string) => ({
    title: `Write to ${name}`,
    back: `ready to write to ${name}`,
    asked: 'Message',
  }),
  comment: () => ({
    title: 'Join the conversation',
    back: 'ready to comment',
    asked: 'Comment',
  }),
} as const

/** The words of the dialog for an act. */
export function signInWords(act: MemberAct): Words {
  if (act.kind === 'open') return OPENS[act.for](act.name)
  if (act.kind === 'report') {
    return { title: 'Report this', back: 'ready to report it', asked: 'Report' }
  }
  if (act.kind === 'follow') {
    const title = `Follow ${act.about?.title ?? act.name}`
    return { title, back: `with ${act.name} followed`, asked: 'Follow' }
  }
  const thing = act.about?.title ?? OF[act.of]
  return act.kind === 'like'
    ? { title: `Like ${thing}`, back: `with ${thing} liked`, asked: 'Like' }
    : { title: `Save ${thing}`, back: `with ${thing} saved`, asked: 'Save' }
}

export const backSentence = ({ back }: Words): string =>
  `Join or log in, and you're back on this page ${back}.`

/** What the toast says once an act is done. */
export function doneSentence(act: MemberAct): string {
  if (act.kind === 'follow') return `You follow ${act.name} now`
  if (act.kind === 'like' || act.kind === 'save') {
    const thing = act.about?.title ?? OF[act.of]
    return act.kind === 'like' ? `You like ${thing} now` : `You saved ${thing}`
  }
  return ''
}
