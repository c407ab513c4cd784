import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { loginUrlHere } from '../../lib/routing/paths.ts'
import { buttonLook } from '../../ui/actions/button-look.ts'
import { texts } from './access-texts.ts'
import { BareActions, BarePlinth } from './bare-plinth.tsx'

/**
 * In place of a screen that this person cannot have: signed out under it (`login`), no creator, no admin. The screen
 * asks for nothing then. The bars above and below come from the screen: `PublicHeader` for `login`, else the members'.
 */
export function AccessWall({
  kind,
  says = texts[kind].says,
  bar,
  after,
}: {
  kind: 'login' | 'creator' | 'admin'
  /** What this page is and how it opens, in a sentence or two. */
  says?: string
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
      <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{says}</p>
      <BareActions>
        <a className={buttonLook({ variant: 'primary' })} href={WAYS[kind]()}>
          {action}
        </a>
        {kind === 'admin' ? null : (
          <a className={buttonLook()} href="/">
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
