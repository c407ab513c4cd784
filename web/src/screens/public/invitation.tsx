import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { BareActions, BarePlinth } from '../../features/access/bare-plinth.tsx'
import { useInvitation, type Stand } from '../../features/admin/invitations/invitation-accept.ts'
import { acceptTexts as texts } from '../../features/admin/invitations/invitation-texts.ts'
import { PublicHeader } from '../../features/landing/public-frame.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { buttonLook } from '../../ui/actions/button-look.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Trouble } from '../../ui/feedback/trouble.tsx'

/** Where the link of an invitation leads: a visitor signs in first and comes back. */
export function InvitationScreen() {
  const viewer = useViewer()
  const { token = '' } = useParams({ strict: false })
  useDocumentTitle(texts.tab)
  return viewer === null ? (
    <Invitation
      token={token}
      isAdmin={false}
      id="content"
      bar={<PublicHeader returnTo={`/invitation/${token}`} />}
      signIn={loginUrl(`/invitation/${token}`)}
    />
  ) : (
    <Invitation
      token={token}
      isAdmin={viewer.isAdmin}
      id="main"
      bar={<TopBar isCreator={viewer.isCreator} />}
      after={<TabBar isCreator={viewer.isCreator} />}
    />
  )
}

interface InvitationProps {
  token: string
  isAdmin: boolean
  id: 'main' | 'content'
  bar: ReactNode
  after?: ReactNode
  /** For who is not signed in. */
  signIn?: string
}

function Invitation({ token, isAdmin, id, bar, after, signIn }: InvitationProps) {
  const navigate = useNavigate()
  const { query, stand, isMine, accept, isBusy, trouble } = useInvitation(token, () => {
    toast({ title: texts.accepted, variant: 'success' })
    // The button that was pressed is gone with its screen.
    void navigate({ to: '/admin' }).then(() => document.querySelector('main')?.focus())
  })
  if (stand === undefined) {
    return (
      <BarePlinth bar={bar} after={after} id={id} title={texts.tab}>
        {query.error === null ? (
          <p role="status" className="mt-3">{`${texts.loading}...`}</p>
        ) : (
          <div className="mt-3 grid justify-items-start gap-3">
            <Trouble words={sentenceOf(query.error, texts.notRead)} />
            <Button onClick={() => void query.refetch()}>{texts.again}</Button>
          </div>
        )}
      </BarePlinth>
    )
  }
  const isOpen = stand === 'open' && !isAdmin
  const { title, says } = isAdmin ? alreadyOf(stand, isMine) : texts.stands[stand]
  return (
    <BarePlinth bar={bar} after={after} id={id} title={title}>
      <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{says}</p>
      {isOpen && signIn !== undefined ? (
        <p className="mt-3 text-14 text-ink-3">{texts.signInFirst}</p>
      ) : null}
      {trouble === null ? null : (
        <div className="mt-4">
          <Trouble words={trouble} />
        </div>
      )}
      <BareActions>
        {isOpen && signIn === undefined ? (
          <Button variant="primary" busy={isBusy && texts.accepting} onClick={accept}>
            {texts.accept}
          </Button>
        ) : null}
        {isOpen && signIn !== undefined ? (
          <a className={buttonLook({ variant: 'primary' })} href={signIn}>
            {texts.signIn}
          </a>
        ) : null}
        <a className={buttonLook()} href={isAdmin ? '/admin' : '/'}>
          {isAdmin ? texts.open : texts.home}
        </a>
      </BareActions>
    </BarePlinth>
  )
}

/** What an admin reads: only of a link that is open it is true that it stays unused. */
function alreadyOf(stand: Stand, isMine: boolean) {
  const { title, says, mine, unused } = texts.already
  if (isMine) return { title, says: mine }
  return { title, says: stand === 'open' ? unused : says }
}
