import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { roleLabel } from '@plinth/contract/http/rights.ts'
import {
  emailInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { InvitationForm } from './invitation-form.tsx'
import { invitationsQuery, refreshQueue } from '../queues/queue-api.ts'
import { QueueList } from '../queues/queue-list.tsx'
import { nameOf, type QueueProps } from '../queues/queue-rules.ts'
import { queueTexts } from '../queues/queue-texts.ts'
import { invitationTexts as texts } from './panel-texts.ts'
import { call } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'

/** Invitations of admins: a form for a new one, and the list of earlier ones. */
export function InvitationPanel({ viewerId }: QueueProps) {
  const source = invitationsQuery(useQueryClient())
  const list = useRef<HTMLElement>(null)
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 desktop:grid-cols-[minmax(0,1fr)_minmax(0,494px)]">
      <section
        ref={list}
        tabIndex={-1}
        aria-label={texts.list}
        className="outline-none max-desktop:order-2"
      >
        <QueueList source={source} label={texts.list} empty={texts.empty}>
          {(invitation) => (
            <Row
              key={invitation.id}
              invitation={invitation}
              onRevoked={() => list.current?.focus({ preventScroll: true })}
            />
          )}
        </QueueList>
      </section>
      <InvitationForm viewerId={viewerId} />
    </div>
  )
}

function Row({ invitation, onRevoked }: { invitation: Invitation; onRevoked: () => void }) {
  const { id, state, email, note, role, madeBy, createdAt, mail } = invitation
  const whose = email ?? texts.anybody
  return (
    <li className="flex min-h-20 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold break-words text-ink">{whose}</p>
        <p className="text-14 text-ink-3">
          {texts.line(roleLabel(role), nameOf(madeBy), dayOf(createdAt))}
          {note === '' ? '' : `. ${note}`}
        </p>
        <p aria-live="polite" className="text-14 text-ink-3">
          {state === 'open' && mail !== null ? texts.mail[mail] : null}
        </p>
      </div>
      <p className="text-14 text-ink-2">{stateWords(invitation)}</p>
      {state === 'open' && mail === 'failed' ? <SendAgain id={id} whose={whose} /> : null}
      {state === 'open' ? <InvitationRevoke id={id} whose={whose} onRevoked={onRevoked} /> : null}
    </li>
  )
}

function stateWords({ state, expiresAt, usedBy, usedAt }: Invitation): string {
  if (state === 'used') return texts.used(nameOf(usedBy), usedAt === null ? '' : dayOf(usedAt))
  if (state === 'revoked') return texts.revoked
  return state === 'open' ? texts.open(dayOf(expiresAt)) : texts.expired(dayOf(expiresAt))
}

/** Sends an email again that could not be sent. */
function SendAgain({ id, whose }: { id: string; whose: string }) {
  const client = useQueryClient()
  const refresh = () => refreshQueue(client, listInvitations)
  const sending = useSendOnce({
    send: () => call(emailInvitation, { params: { id } }),
    onSent: refresh,
    onFailed: (error) => {
      showCallError(error, texts.againFailed, '')
      return refresh()
    },
  })
  return (
    <Button
      aria-label={texts.againTo(whose)}
      busy={sending.isSending && texts.sendingAgain}
      onClick={() => sending.send(null)}
    >
      {texts.again}
    </Button>
  )
}

/** Revokes an unused invitation. */
function InvitationRevoke({
  id,
  whose,
  onRevoked,
}: {
  id: string
  whose: string
  onRevoked: () => void
}) {
  const client = useQueryClient()
  // Even a refusal means that the list may be outdated.
  const refresh = () => refreshQueue(client, listInvitations)
  const revoking = useSendOnce({
    isOneOff: true,
    send: () => call(revokeInvitation, { params: { id } }),
    onSent: () => {
      toast({ title: texts.done, variant: 'success' })
      onRevoked()
      return refresh()
    },
    onFailed: (error) => {
      showCallError(error, queueTexts.notDone, '')
      return refresh()
    },
  })
  return (
    <Button
      variant="quiet-danger"
      aria-label={texts.revokeThat(whose)}
      busy={revoking.isSending && texts.revoking}
      onClick={() => revoking.send(null)}
    >
      {texts.revoke}
    </Button>
  )
}
