import { useSearch } from '@tanstack/react-router'
import { BoardIndex } from '../../features/boards/board-index.tsx'
import { boardTexts as texts } from '../../features/boards/board-texts.ts'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { readBoardsSearch } from '../../lib/routing/boards-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The boards of a member. */
export function BoardsScreen() {
  const viewer = useViewer()
  const { show } = readBoardsSearch(useSearch({ strict: false }))
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="boards-screen page">
      <BoardIndex show={show} viewerId={viewer.id} />
    </MemberPage>
  )
}
