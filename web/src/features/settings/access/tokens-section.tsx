import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, useState } from 'react'
import { MAX_TOKENS, revokeToken, type AccessToken } from '@plinth/contract/people/tokens.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { patchAnswer, readAgain } from '../../../lib/cache/writes.ts'
import { ago } from '../../../lib/format/ago.ts'
import { useAwaited } from '../../../lib/forms/resume.ts'
import { date } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { Row, Section, SectionSkeleton } from '../section.tsx'
import { NEW_TOKEN, tokensQuery } from './token-api.ts'
import { tokenTexts as words } from './token-texts.ts'

const NewTokenDialog = lazy(async () => ({
  default: (await import('./new-token-dialog.tsx')).NewTokenDialog,
}))

/** The viewer's access tokens for programs, with a dialog to make one. */
export function TokensSection({ own }: { own: OwnUser }) {
  const query = useQuery(tokensQuery)
  const [isMaking, setMaking] = useState(false)
  const [asked, setAsked] = useState<AccessToken | null>(null)
  useAwaited(NEW_TOKEN, () => setMaking(true))
  const isFull = (query.data?.length ?? 0) >= MAX_TOKENS
  return (
    <Section id="tokens" line={words.line}>
      <p className="mt-2">
        <a
          href="/api/docs"
          className="inline-flex min-h-11 items-center text-14 font-semibold text-ink underline underline-offset-4"
        >
          {words.docs}
        </a>
      </p>
      <div className="mt-3 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
          isEmpty={(tokens) => tokens.length === 0}
          empty={<Row title={words.none} line={words.noneLine} />}
        >
          {(tokens) =>
            tokens.map((token) => (
              <Token key={token.id} token={token} onRevoke={() => setAsked(token)} />
            ))
          }
        </QueryView>
      </div>
      {own.isAdmin || isFull ? (
        <p className="mt-4 text-14 text-ink-2">{own.isAdmin ? words.forAdmins : words.most}</p>
      ) : (
        <Button className="mt-4" onClick={() => setMaking(true)}>
          {words.create}
        </Button>
      )}
      <OnceOpened open={isMaking}>
        <NewTokenDialog open={isMaking} ownerId={own.id} onClose={() => setMaking(false)} />
      </OnceOpened>
      <RevokeDialog token={asked} onClose={() => setAsked(null)} />
    </Section>
  )
}

function Token({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const now = useNow()
  const { name, scopes, createdAt, lastUsedAt, expiresAt, isExpired } = token
  const facts = [
    words.made(date(createdAt)),
    lastUsedAt === null ? words.neverUsed : words.used(ago(lastUsedAt, now)),
    ...(expiresAt === null || isExpired ? [] : [words.expires(date(expiresAt))]),
  ]
  return (
    <Row
      icon={<KeyRound size={20} aria-hidden className="shrink-0 text-ink-2" />}
      title={
        <>
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {isExpired ? (
            <span className="rounded-badge bg-surface-3 px-2 py-0.5 text-12 font-semibold text-ink-2">
              {words.expired}
            </span>
          ) : null}
        </>
      }
      line={
        <>
          {scopes.join(', ')}
          <br />
          {facts.join(' · ')}
        </>
      }
    >
      <Button aria-label={words.revokeName(name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </Row>
  )
}

function RevokeDialog({ token, onClose }: { token: AccessToken | null; onClose: () => void }) {
  const client = useQueryClient()
  const { revoking } = words
  // Keeps its words while it closes.
  const [shown, setShown] = useState(token)
  if (token !== null && token !== shown) setShown(token)
  const revoke = useMutation({
    mutationFn: ({ id }: AccessToken) => call(revokeToken, { params: { id } }),
    onSuccess: (_, { id, name }) => {
      patchAnswer(client, tokensQuery, (all) => all?.filter((one) => one.id !== id))
      toast({ title: revoking.done, description: revoking.doneLine(name), variant: 'success' })
      onClose()
    },
    onError: (error, asked) => {
      if (!isUnauthorized(error)) showFailure(revoking.failed, () => revoke.mutate(asked))
      onClose()
      void readAgain(client, [tokensQuery])
    },
  })
  return (
    <ConfirmDialog
      open={token !== null}
      onOpenChange={whenClosed(onClose)}
      title={revoking.title(shown?.name ?? '')}
      description={revoking.text}
      keep={revoking.keep}
      confirm={revoking.confirm}
      busy={revoke.isPending && revoking.busy}
      onConfirm={() => {
        if (token !== null) revoke.mutate(token)
      }}
    />
  )
}
