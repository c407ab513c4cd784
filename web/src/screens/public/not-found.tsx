import { useLocation } from '@tanstack/react-router'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { texts } from '../../features/access/access-texts.ts'
import { BareActions, BarePlinth } from '../../features/access/bare-plinth.tsx'
import { PublicHeader } from '../../features/landing/public-frame.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'

/** The not-found page. Visitors can sign in and come back to the same address. */
export function NotFoundScreen() {
  const viewer = useViewer()
  const { title, tab, message, signInFirst, signIn, home } = texts.notFound
  useDocumentTitle(tab)
  const here = useLocation({ select: (location) => location.href })
  return (
    <BarePlinth bar={<PublicHeader returnTo={viewer ? null : here} />} id="content" title={title}>
      <p className="mt-2.5 text-16 tablet:mt-3">{message}</p>
      {viewer ? null : <p className="mt-3 max-w-100 text-14 text-ink-3">{signInFirst}</p>}
      <BareActions>
        {viewer ? null : (
          <a className={buttonVariants({ variant: 'primary' })} href={loginUrl(here)}>
            {signIn}
          </a>
        )}
        <a className={buttonVariants({ variant: viewer ? 'primary' : 'secondary' })} href="/">
          {home}
        </a>
      </BareActions>
    </BarePlinth>
  )
}
