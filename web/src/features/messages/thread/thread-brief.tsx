import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getInquiryBrief, type InquiryBrief } from '@plinth/contract/boards/briefs.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ReferenceLedge } from '../../../ui/wall/reference-ledge.tsx'
import { ReferenceNotes } from '../../../ui/wall/reference-notes.tsx'
import { threadBriefTexts as texts } from './thread-brief-texts.ts'

interface ThreadBriefProps {
  messageId: string
  viewerId: string
}

/** What an inquiry from a board shows besides its text: things to look at, the day, and how many others were asked. */
export function ThreadBrief({ messageId, viewerId }: ThreadBriefProps) {
  const query = useQuery(answerOf(getInquiryBrief, { params: { id: messageId } }))
  if (query.data !== undefined) return <Shown brief={query.data} viewerId={viewerId} />
  if (query.error) {
    return (
      <p role="alert" className="thread-brief">
        {texts.failed}{' '}
        <button
          type="button"
          className="hit min-h-11 font-semibold underline"
          onClick={() => void query.refetch()}
        >
          {texts.again}
        </button>
      </p>
    )
  }
  return (
    <div role="status" aria-label={texts.loading} className="thread-brief">
      <Skeleton className="h-18 w-full" />
    </div>
  )
}

function Shown({ brief, viewerId }: { brief: InquiryBrief; viewerId: string }) {
  const { references, neededBy, otherCount, briefId, boardId } = brief
  return (
    <div className="thread-brief">
      {references.length === 0 ? (
        <p>{texts.gone}</p>
      ) : (
        <ReferenceLedge label={texts.references} references={references} isLinked />
      )}
      <ReferenceNotes references={references} viewerId={viewerId} />
      <p className="thread-brief-terms">
        {neededBy === null ? null : <span>{texts.neededBy(dayWords(neededBy))}</span>}
        <span>{texts.others(otherCount)}</span>
        {briefId === null || boardId === null ? null : (
          <Link
            to="/boards/$id/$part/{-$briefId}"
            params={{ id: boardId, part: 'briefs', briefId }}
            className="hit font-semibold underline"
          >
            {texts.answers}
          </Link>
        )}
      </p>
    </div>
  )
}
