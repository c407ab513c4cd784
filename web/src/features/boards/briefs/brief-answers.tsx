import './briefs.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { BRIEF_THANKS, type Brief, type BriefAnswer } from '@plinth/contract/boards/briefs.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { fullName, price as dollars } from '../../../lib/format/format.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { actOn, briefQuery } from './brief-api.ts'
import { BriefPaper } from './brief-paper.tsx'
import { answerTexts as texts, composeTexts, paperTexts } from './brief-texts.ts'

interface BriefAnswersProps {
  briefId: string
  viewer: { firstName: string; lastName: string; location: string | null }
}

/** What became of each inquiry of a brief, side by side. */
export function BriefAnswers({ briefId, viewer }: BriefAnswersProps) {
  const query = useQuery(briefQuery(briefId))
  return (
    <QueryView query={query} skeleton={<AnswersSkeleton />} failed={texts.failed}>
      {(brief) => <Answers brief={brief} viewer={viewer} />}
    </QueryView>
  )
}

const isSent = ({ state }: BriefAnswer) =>
  state !== 'unsent' && state !== 'held' && state !== 'refused'
const isHoping = ({ state, isTold }: BriefAnswer) =>
  !isTold && (state === 'waiting' || state === 'answered' || state === 'quoted')
const firstNames = (answers: readonly BriefAnswer[]) =>
  answers.map(({ person }) => person.firstName)

function Answers({ brief, viewer }: { brief: Brief; viewer: BriefAnswersProps['viewer'] }) {
  const { boardId, title, content, references, answers, createdAt } = brief
  const unsent = answers.filter(({ state }) => state === 'unsent')
  const hired = answers.filter(({ state }) => state === 'hired')
  const hoping = answers.filter(isHoping)
  return (
    <>
      {boardId === null ? (
        <Link to="/boards" className="brief-back">
          <ChevronLeft size={18} aria-hidden />
          {texts.back}
        </Link>
      ) : (
        <Link to="/boards/$id" params={{ id: boardId }} className="brief-back">
          <ChevronLeft size={18} aria-hidden />
          <span className="min-w-0 truncate">{title}</span>
        </Link>
      )}
      <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
      <p className="mt-2 text-16 text-ink-2">
        {texts.asked(answers.filter(isSent).length, createdAt)}
      </p>
      {unsent.length === 0 ? null : (
        <Notice
          brief={brief}
          act="resend"
          line={texts.failures(answers.filter(isSent).length, firstNames(unsent))}
          button={texts.again}
          busy={texts.trying}
          failed={texts.againFailed}
        />
      )}
      {hired.length === 0 || hoping.length === 0 ? null : (
        <Notice
          brief={brief}
          act="thank"
          line={texts.hired(firstNames(hired), firstNames(hoping))}
          more={`${texts.thanksLine} “${BRIEF_THANKS}”`}
          button={texts.thank}
          busy={texts.thanking}
          done={texts.thanked}
          failed={texts.thankFailed}
        />
      )}
      <ul className="brief-answers" aria-label={texts.list}>
        {answers.map((answer) => (
          <Answer key={answer.person.id} answer={answer} />
        ))}
      </ul>
      <section className="mt-12 max-w-120" aria-labelledby="brief-asked">
        <h2 id="brief-asked" className="display mb-4 text-24 text-ink">
          {texts.brief}
        </h2>
        <BriefPaper
          title={title}
          from={paperTexts.from(fullName(viewer), viewer.location)}
          sentAt={createdAt}
          references={references}
          readerId={undefined}
          content={content}
          budget={brief.budget}
          timeline={brief.timeline}
          neededBy={brief.neededBy ?? ''}
          others={null}
        />
      </section>
    </>
  )
}

interface NoticeProps {
  brief: Brief
  act: 'resend' | 'thank'
  line: string
  more?: string
  button: string
  busy: string
  done?: string
  failed: string
}

function Notice({ brief: { id }, act, line, more, button, busy, done, failed }: NoticeProps) {
  const client = useQueryClient()
  const acting = useSendOnce({
    send: () => actOn(client, id, act),
    onSent: ({ answers }) => {
      const left = answers.filter(({ state }) => state === 'unsent').length
      if (act === 'resend' && left === 0)
        toast({ title: composeTexts.sent(answers.filter(isSent).length), variant: 'success' })
      if (done !== undefined) toast({ title: done, variant: 'success' })
    },
    onFailed: (error) => {
      if (!isUnauthorized(error))
        showFailure(sentenceOf(error, failed), () => acting.send(undefined))
    },
  })
  return (
    <div className="brief-notice">
      <div>
        <p role="status" className="text-16 font-semibold text-ink wrap-anywhere">
          {line}
        </p>
        {more === undefined ? null : <p className="mt-1 text-14 text-ink-2">{more}</p>}
      </div>
      <Button busy={acting.isSending && busy} onClick={() => acting.send(undefined)}>
        {button}
      </Button>
    </div>
  )
}

function Answer({ answer }: { answer: BriefAnswer }) {
  const { person, state, problem, price, deliverBy, answeredAt, isTold } = answer
  const line = problem ?? texts.line[state]
  return (
    <li className="brief-answer" data-state={state}>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar {...faceOf(person)} size={44} silent />
        <div className="min-w-0">
          <h2 className="text-16 font-semibold text-ink wrap-anywhere">{fullName(person)}</h2>
          <p className="text-14 text-ink-2">{texts.state[state]}</p>
        </div>
      </div>
      {price === null ? null : <p className="display tnum text-32 text-ink">{dollars(price)}</p>}
      {deliverBy === null ? null : (
        <p className="text-14 text-ink-2">{texts.deliverBy(dayWords(deliverBy))}</p>
      )}
      {line === '' ? null : <p className="text-14 text-ink-2 wrap-anywhere">{line}</p>}
      {answeredAt === null ? null : (
        <p className="text-13 text-ink-3">{texts.answeredOn(answeredAt)}</p>
      )}
      {isTold ? <p className="text-13 text-ink-3">{texts.told}</p> : null}
      <Leads answer={answer} />
    </li>
  )
}

function Leads({ answer: { conversationId, projectId, person, state } }: { answer: BriefAnswer }) {
  const name = <span className="sr-only">{` (${fullName(person)})`}</span>
  return (
    <div className="flex flex-wrap gap-x-5">
      {conversationId === null ? null : (
        <Link
          to="/messages/$conversationId"
          params={{ conversationId }}
          className="text-link inline-flex min-h-11 items-center text-14"
        >
          {texts.conversation}
          {name}
        </Link>
      )}
      {projectId === null || state === 'declined' ? null : (
        <Link
          to="/projects/$projectId"
          params={{ projectId }}
          className="text-link inline-flex min-h-11 items-center text-14"
        >
          {texts.room}
          {name}
        </Link>
      )}
    </div>
  )
}

const AnswersSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="h-11 w-2/5" />
    <Skeleton className="mt-4 h-6 w-1/4" />
    <div className="brief-answers">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-44 w-full" />
      ))}
    </div>
  </div>
)
