import { Link } from '@tanstack/react-router'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { depositRules, depositRulesTitle } from '../../../lib/format/deposit-rules.ts'
import { price } from '../../../lib/format/format.ts'
import { RuleFold } from '../../../ui/layout/rule-list.tsx'
import { texts } from '../messages-texts.ts'
import { useAcceptQuote } from '../answer/use-accept-quote.ts'

const words = texts.quote

/** The client accepts here; everything else is in the room. */
export function QuoteActions({
  quote,
  projectId,
  isOwn,
  creator,
}: {
  quote: NonNullable<Message['quote']>
  projectId: string
  isOwn: boolean
  /** The first name of who named the price. */
  creator: string
}) {
  const isPayable = quote.isOpen && !isOwn
  const { accept, isLeaving } = useAcceptQuote(projectId)
  return (
    <>
      {isPayable ? (
        <RuleFold title={depositRulesTitle} rules={depositRules(creator, price(quote.deposit))} />
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
