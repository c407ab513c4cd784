import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { loginUrlHere } from '../../lib/routing/paths.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { texts } from './access-texts.ts'
import { BareActions, BarePlinth } from './bare-plinth.tsx'

/**
 * Replaces a screen that this person may not see, because they are signed out (`login`), no creator or no admin. The
 * screen fetches nothing then. The bars come from the screen: `PublicHeader` for `login`, else those of members.
 */
export function AccessWall({
  kind,
  message = texts[kind].message,
  bar,
  after,
}: {
  kind: 'login' | 'creator' | 'admin'
  /** What this page is and how it opens, in a sentence or two. */
  message?: string
  bar: ReactNode
  after?: ReactNode
}) {
  const { title, action } = texts[kind]
  useDocumentTitle(title)
  return (
    <BarePlinth
      bar={bar}
      after={after}
      id={kind === 'login' ? 'content' : 'main'}
      title={title}
      outline={OUTLINES[kind]}
    >
      <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{message}</p>
      <BareActions>
        <a className={buttonVariants({ variant: 'primary' })} href={WAYS[kind]()}>
          {action}
        </a>
        {kind === 'admin' ? null : (
          <a className={buttonVariants()} href="/">
            {texts[kind].home}
          </a>
        )}
      </BareActions>
    </BarePlinth>
  )
}

const WAYS = { login: loginUrlHere, creator: () => '/subscribe', admin: () => '/' }
const OUTLINES = {
  login: 'w-[220px] tablet:w-94',
  creator: 'w-[204px] tablet:w-75',
  admin: 'w-[184px] tablet:w-60',
}
