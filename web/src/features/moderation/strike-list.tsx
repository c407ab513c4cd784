import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getOwnLimits, type Strike } from '@plinth/contract/moderation/appeals.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { date } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { AppealForm } from './appeal-form.tsx'
import { takenDownTexts } from './moderation-texts.ts'

const { strikes: texts, ...words } = takenDownTexts

/** The viewer’s live strikes for comments and messages, which are gone, so that the appeal is against the strike itself. */
export function StrikeList() {
  const query = useQuery({ ...answerOf(getOwnLimits), staleTime: 0 })
  return (
    <QueryView query={query} skeleton={null} failed={texts.loadFailed}>
      {({ strikes }) => {
        const shown = strikes.filter(
          ({ kind, isLive, appeal }) =>
            (kind === 'comment' || kind === 'message') && (isLive || appeal !== null),
        )
        return shown.length === 0 ? null : (
          <section aria-labelledby="strikes-title" className="mt-16">
            <h2 id="strikes-title" className="display text-24 text-ink">
              {texts.title}
            </h2>
            <ul className="mt-6 grid gap-8">
              {shown.map((strike) => (
                <StrikeItem key={strike.id} strike={strike} />
              ))}
            </ul>
          </section>
        )
      }}
    </QueryView>
  )
}

function StrikeItem({ strike: { id, kind, reason, until, isLive, appeal } }: { strike: Strike }) {
  const [isWriting, setWriting] = useState(false)
  return (
    <li className="border-t border-line pt-5">
      <h3 className="text-16 font-semibold text-ink">
        {kind === 'comment' ? texts.comment : texts.message}
      </h3>
      <p className="mt-2 text-16 wrap-anywhere whitespace-pre-line text-ink-2">
        <span className="font-semibold text-ink">{words.reason}: </span>
        {reason}
      </p>
      {isLive ? <p className="mt-2 text-14 text-ink-3">{texts.until(date(until))}</p> : null}
      {appeal === null ? null : (
        <p role="status" className="mt-2 text-16 text-ink-2">
          {texts.states[appeal]}
        </p>
      )}
      {appeal !== null ? null : isWriting ? (
        <AppealForm kind="strike" id={id} onDone={() => setWriting(false)} />
      ) : (
        <Button className="mt-4" onClick={() => setWriting(true)}>
          {words.appeal}
        </Button>
      )}
    </li>
  )
}
