import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { depositRules, depositRulesTitle } from '../../../lib/format/deposit-rules.ts'
import { price } from '../../../lib/format/format.ts'
import { useLeaveTo } from '../../../lib/routing/use-leave-to.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { RuleFold } from '../../../ui/layout/rule-list.tsx'
import { TermsSentence } from '../../../ui/layout/terms-sentence.tsx'
import { refreshConversations } from '../conversations/live.ts'
import { texts } from '../messages-texts.ts'

const words = texts.quote

/** The client can accept here; everything else happens in the project room. */
export function QuoteActions({
  quote,
  projectId,
  isOwn,
  creator,
}: {
  quote: NonNullable<Message['quote']>
  projectId: string
  isOwn: boolean
  /** The first name of the quote's sender. */
  creator: string
}) {
  const isPayable = quote.isOpen && !isOwn
  const { accept, isLeaving } = useAcceptQuote(projectId)
  return (
    <>
      {isPayable ? (
        <>
          <RuleFold title={depositRulesTitle} rules={depositRules(creator, price(quote.deposit))} />
          <p className="mt-3 text-13">
            <TermsSentence by="paying" />
          </p>
        </>
      ) : null}
      <div className="paper-actions">
        {isPayable ? (
          <button
            type="button"
            className="paper-primary tnum"
            disabled={isLeaving}
            aria-busy={isLeaving || undefined}
            onClick={() => accept(quote)}
          >
            {isLeaving ? words.accepting : words.accept(quote.deposit)}
          </button>
        ) : null}
        <Link
          to="/projects/$projectId"
          params={{ projectId }}
          className="paper-secondary paper-link"
        >
          {words.room}
        </Link>
      </div>
    </>
  )
}

/** Accepts a quote and goes to the page to pay its deposit. */
function useAcceptQuote(projectId: string) {
  const client = useQueryClient()
  const refuse = (description: string) => {
    void refreshConversations(client)
    showError(words.failedTitle, description)
  }
  const leaving = useLeaveTo({
    open: async (quote: NonNullable<Message['quote']>, idempotencyKey) => {
      const { acceptQuote } = await import('../answer/accept-api.ts')
      const url = await acceptQuote({ projectId, quote, idempotencyKey })
      if (url === null) refuse(words.changed)
      return url
    },
    onFailed: (error) => {
      if (!isUnauthorized(error)) refuse(sentenceOf(error, words.failed))
    },
  })
  return { accept: leaving.go, isLeaving: leaving.isLeaving }
}
