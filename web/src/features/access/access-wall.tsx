import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { TermsSentence } from '../../ui/layout/terms-sentence.tsx'
import { texts } from './access-texts.ts'
import { BareActions, BarePlinth } from './bare-plinth.tsx'

/**
 * Replaces a screen that this person may not see, because they are signed out (`login`), no creator or no admin. The
 * screen fetches nothing then. The bars come from the screen: `VisitorBar` for `login`, else those of members.
 */
export function AccessWall({
  kind,
  title = texts[kind].title,
  message = texts[kind].message,
  bar,
  after,
}: {
  kind: 'login' | 'creator' | 'admin'
  title?: string
  /** What this page is and how it opens, in a sentence or two. */
  message?: string
  bar: ReactNode
  after?: ReactNode
}) {
  const { action } = texts[kind]
  const here = useLocation({ select: ({ href }) => href })
  useDocumentTitle(title)
  return (
    <BarePlinth bar={bar} after={after} title={title} outline={OUTLINES[kind]}>
      <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{message}</p>
      <BareActions>
        <a
          className={buttonVariants({ variant: 'primary' })}
          href={kind === 'login' ? loginUrl(here) : WAYS[kind]}
        >
          {action}
        </a>
        {kind === 'login' ? (
          <a className={buttonVariants()} href={loginUrl(here, { createAccount: true })}>
            {texts.login.join}
          </a>
        ) : null}
        {kind === 'creator' ? (
          <a className={buttonVariants()} href="/">
            {texts.creator.home}
          </a>
        ) : null}
      </BareActions>
      {kind === 'login' ? (
        <p className="mt-4 text-13 text-ink-3">
          <TermsSentence by="joining" />
        </p>
      ) : null}
    </BarePlinth>
  )
}

const WAYS = { creator: '/subscribe', admin: '/' }
const OUTLINES = {
  login: 'w-[220px] tablet:w-94',
  creator: 'w-[204px] tablet:w-75',
  admin: 'w-[184px] tablet:w-60',
}
