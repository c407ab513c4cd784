import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { BareActions, BarePlinth } from '../../features/access/bare-plinth.tsx'
import {
  useInvitation,
  type InvitationStatus,
} from '../../features/admin/invitations/use-invitation.ts'
import { acceptTexts as texts } from '../../features/admin/invitations/invitation-texts.ts'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import { VisitorBar } from '../../features/navigation/visitor-bar.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'

// The table of rights must not come with every page.
const RoleLine = lazy(async () => ({
  default: (await import('../../features/admin/invitations/role-line.tsx')).RoleLine,
}))

/** The page behind an invitation link. Visitors sign in first and come back. */
export function InvitationScreen() {
  const viewer = useViewer()
  const { token = '' } = useParams({ strict: false })
  useDocumentTitle(texts.tab)
  return viewer === null ? (
    <Invitation
      token={token}
      isAdmin={false}
      bar={<VisitorBar />}
      signIn={loginUrl(`/invitation/${token}`)}
    />
  ) : (
    <Invitation
      token={token}
      isAdmin={viewer.isAdmin}
      bar={<TopBar isCreator={viewer.isCreator} />}
      after={<TabBar isCreator={viewer.isCreator} />}
    />
  )
}

interface InvitationProps {
  token: string
  isAdmin: boolean
  bar: ReactNode
  after?: ReactNode
  /** Sign-in URL for visitors. */
  signIn?: string
}

function Invitation({ token, isAdmin, bar, after, signIn }: InvitationProps) {
  const navigate = useNavigate()
  const { query, status, role, isMine, accept, isBusy, problem } = useInvitation(token, () => {
    toast({ title: texts.accepted, variant: 'success' })
    // The pressed button is gone with its screen, so the focus moves to the new page.
    void navigate({ to: '/admin' }).then(() => document.querySelector('main')?.focus())
  })
  if (status === undefined) {
    return (
      <BarePlinth bar={bar} after={after} title={texts.tab}>
        {query.error === null ? (
          <p role="status" className="mt-3">{`${texts.loading}...`}</p>
        ) : (
          <div className="mt-3 grid justify-items-start gap-3">
            <ErrorText text={sentenceOf(query.error, texts.notRead)} />
            <Button onClick={() => void query.refetch()}>{texts.again}</Button>
          </div>
        )}
      </BarePlinth>
    )
  }
  const isOpen = status === 'open' && !isAdmin
  const { title, says } = isAdmin ? alreadyOf(status, isMine) : texts.states[status]
  return (
    <BarePlinth bar={bar} after={after} title={title}>
      <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{says}</p>
      {isOpen && role !== undefined ? (
        <Suspense fallback={null}>
          <RoleLine role={role} />
        </Suspense>
      ) : null}
      {isOpen && signIn !== undefined ? (
        <p className="mt-3 text-14 text-ink-3">{texts.signInFirst}</p>
      ) : null}
      {problem === null ? null : (
        <div className="mt-4">
          <ErrorText text={problem} />
        </div>
      )}
      <BareActions>
        {isOpen && signIn === undefined ? (
          <Button variant="primary" busy={isBusy && texts.accepting} onClick={accept}>
            {texts.accept}
          </Button>
        ) : null}
        {isOpen && signIn !== undefined ? (
          <a className={buttonVariants({ variant: 'primary' })} href={signIn}>
            {texts.signIn}
          </a>
        ) : null}
        <a className={buttonVariants()} href={isAdmin ? '/admin' : '/'}>
          {isAdmin ? texts.open : texts.home}
        </a>
      </BareActions>
    </BarePlinth>
  )
}

/** The text for admins. Only an open invitation stays unused. */
function alreadyOf(status: InvitationStatus, isMine: boolean) {
  const { title, says, mine, unused } = texts.already
  if (isMine) return { title, says: mine }
  return { title, says: status === 'open' ? unused : says }
}
