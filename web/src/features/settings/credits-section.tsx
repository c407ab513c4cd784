import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { answerCredit, listCredits, type Credit } from '@plinth/contract/portfolios/credits.ts'
import { getCaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import { Picture } from '../../ui/media/picture.tsx'
import { Row, Section, SectionSkeleton } from './section.tsx'
import { texts as words } from './credits-texts.ts'

// Other browsers and creators change it, so it is read each time.
const creditsQuery = queryOptions({ ...answerOf(listCredits), staleTime: 0 })

type Answer = Exclude<Credit['state'], 'asked'>

/** Works that name the viewer or ask to, with buttons to answer or to change the answer. */
export function CreditsSection() {
  const client = useQueryClient()
  const query = useQuery(creditsQuery)
  const answer = useMutation({
    mutationFn: ({ id, state }: { id: string; state: Answer }) =>
      call(answerCredit, { params: { id }, body: { state } }),
    onSuccess: ({ state, work }) => {
      toast({
        title: words.done,
        description: state === 'accepted' ? words.accepted(work.title) : words.refused(work.title),
        variant: 'success',
      })
      return readAgain(client, [listCredits, { endpoint: getCaseStudy, params: { id: work.id } }])
    },
    onError: (error, given) => {
      if (!isUnauthorized(error)) showFailure(words.answerFailed, () => answer.mutate(given))
    },
  })
  return (
    <Section id="credits" line={words.line}>
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
          empty={<p className="border-t border-line py-5 text-16 text-ink-2">{words.none}</p>}
        >
          {(credits) =>
            credits.map((credit) => (
              <CreditRow
                key={credit.id}
                credit={credit}
                isBusy={answer.isPending && answer.variables.id === credit.id}
                onAnswer={(state) => answer.mutate({ id: credit.id, state })}
              />
            ))
          }
        </QueryView>
      </div>
    </Section>
  )
}

function CreditRow({
  credit: { role, state, work, creator },
  isBusy,
  onAnswer,
}: {
  credit: Credit
  isBusy: boolean
  onAnswer: (state: Answer) => void
}) {
  const line = { asked: words.asks, accepted: words.named, declined: words.declined }[state]
  const button = (says: string, wanted: Answer) => (
    <Button
      aria-label={words.answer(says, work.title)}
      disabled={isBusy}
      onClick={() => onAnswer(wanted)}
    >
      {says}
    </Button>
  )
  return (
    <Row
      icon={
        <span className="size-11 shrink-0">
          <Picture picture={pictureSources(work.picture)} alt="" sizes="44px" fit="cover" />
        </span>
      }
      title={
        <Link to="/portfolio/$id" params={{ id: work.id }} className="hit hover:underline">
          {work.title}
        </Link>
      }
      line={line(fullName(creator), role)}
    >
      <span className="flex gap-2">
        {state === 'asked' ? button(words.yes, 'accepted') : null}
        {state === 'asked' ? button(words.no, 'declined') : null}
        {state === 'accepted' ? button(words.remove, 'declined') : null}
        {state === 'declined' ? button(words.allow, 'accepted') : null}
      </span>
    </Row>
  )
}
