import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { briefFormQuery, briefQuery } from '../../features/boards/briefs/brief-api.ts'
import { answerTexts, composeTexts } from '../../features/boards/briefs/brief-texts.ts'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing, isMisnamed } from '../../lib/api/errors.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { NotFoundScreen } from '../public/not-found.tsx'

const BriefAnswers = lazy(async () => ({
  default: (await import('../../features/boards/briefs/brief-answers.tsx')).BriefAnswers,
}))
const BriefCompose = lazy(async () => ({
  default: (await import('../../features/boards/briefs/brief-compose.tsx')).BriefCompose,
}))

const route = getRouteApi('/boards/$id/$part/{-$briefId}')

/** Writing a brief from a board (`brief`), and the answers to one that was sent (`briefs/` and its id). */
export function BriefScreen() {
  const viewer = useViewer()
  const { id, part, briefId } = route.useParams()
  const isWriting = part === 'brief' && briefId === undefined
  const isSent = part === 'briefs' && briefId !== undefined
  const form = useQuery({ ...briefFormQuery(id), enabled: isWriting })
  const brief = useQuery({ ...briefQuery(briefId ?? ''), enabled: isSent })
  const { error } = isWriting ? form : brief
  const isGone = (!isWriting && !isSent) || isMissing(error) || isMisnamed(error)
  useDocumentTitle(isGone ? undefined : isWriting ? composeTexts.title : answerTexts.title)
  if (isGone) return <NotFoundScreen />
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="boards-screen page">
      <Suspense>
        {briefId === undefined ? (
          <BriefCompose boardId={id} viewer={viewer} />
        ) : (
          <BriefAnswers briefId={briefId} viewer={viewer} />
        )}
      </Suspense>
    </MemberPage>
  )
}
