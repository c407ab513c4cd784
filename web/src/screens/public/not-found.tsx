import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { MEMBER_PROFILE, memberPlaceOf, memberProfileKey } from '@plinth/contract/people/places.ts'
import { texts } from '../../features/access/access-texts.ts'
import { AccessWall } from '../../features/access/access-wall.tsx'
import { BareActions, BarePlinth } from '../../features/access/bare-plinth.tsx'
import { VisitorBar } from '../../features/navigation/visitor-bar.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'

/** Every address without a public screen: visitors sign in for those of members, the others do not exist. */
export function NotFoundScreen() {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  // The server says so of a follower's page, which the address alone does not tell from a creator's.
  const isProfile = useQueryClient().getQueryData(memberProfileKey(pathname)) === true
  const place = isProfile ? MEMBER_PROFILE : memberPlaceOf(pathname, search)
  if (viewer === null && place !== null) {
    return <AccessWall kind="login" title={place.title} bar={<VisitorBar join="secondary" />} />
  }
  return <NotFound isMember={viewer !== null} />
}

function NotFound({ isMember }: { isMember: boolean }) {
  const { heading, title, tab, message, explore, home } = texts.notFound
  useDocumentTitle(tab)
  return (
    <BarePlinth bar={isMember ? null : <VisitorBar join="secondary" />} title={heading}>
      <p className="mt-4 text-14 text-ink-3">{title}</p>
      <p className="text-14 text-ink-3">{message}</p>
      <BareActions>
        <a className={buttonVariants({ variant: 'primary' })} href="/">
          {home}
        </a>
        <a className={buttonVariants()} href="/explore">
          {explore}
        </a>
      </BareActions>
    </BarePlinth>
  )
}
