import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { getInquiryBrief, type InquiryBrief } from '@plinth/contract/boards/briefs.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ReferenceLedge } from '../../../ui/wall/reference-ledge.tsx'
import { ReferenceNotes } from '../../../ui/wall/reference-notes.tsx'
import { threadBriefTexts as texts } from './thread-brief-texts.ts'

const PictureViewer = lazy(async () => ({
  default: (await import('../../../ui/viewer/picture-viewer.tsx')).PictureViewer,
}))
/** Links to uploaded pictures work for at least ten minutes. */
const GOOD_FOR_MS = 9 * 60_000

interface ThreadBriefProps {
  messageId: string
  viewerId: string
}

/** What an inquiry from a board shows besides its text: things to look at, the day, and how many others were asked. */
export function ThreadBrief({ messageId, viewerId }: ThreadBriefProps) {
  const query = useQuery(answerOf(getInquiryBrief, { params: { id: messageId } }))
  if (query.data !== undefined) {
    const renew = async () => {
      if (Date.now() - query.dataUpdatedAt > GOOD_FOR_MS) await query.refetch()
    }
    return <Shown brief={query.data} viewerId={viewerId} onRenew={renew} />
  }
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

interface ShownProps {
  brief: InquiryBrief
  viewerId: string
  /** Renews the links to uploaded pictures if they may have expired. */
  onRenew: () => Promise<void>
}

function Shown({ brief, viewerId, onRenew }: ShownProps) {
  const [openedId, setOpenedId] = useState<string | null>(null)
  const { references, neededBy, otherCount, briefId, boardId } = brief
  const opened = references.find(({ kind, id }) => kind === 'picture' && id === openedId)
  const open = async (id: string) => {
    await onRenew()
    setOpenedId(id)
  }
  return (
    <div className="thread-brief">
      {references.length === 0 ? (
        <p>{texts.gone}</p>
      ) : (
        <ReferenceLedge
          label={texts.references}
          references={references}
          isLinked
          onOpen={(id) => void open(id)}
        />
      )}
      <ReferenceNotes references={references} viewerId={viewerId} />
      {opened?.picture == null ? null : (
        <Suspense fallback={null}>
          <PictureViewer
            title={opened.title === '' ? texts.picture : opened.title}
            maker={{
              name: fullName(opened.maker),
              src: opened.maker.profileImageUrl,
              creator: opened.maker.isCreator,
            }}
            picture={opened.picture}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
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
