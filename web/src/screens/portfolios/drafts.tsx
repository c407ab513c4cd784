import { Link, useSearch } from '@tanstack/react-router'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { DraftsPage } from '../../features/portfolios/drafts/drafts-page.tsx'
import { draftsTexts as texts } from '../../features/portfolios/drafts/drafts-texts.ts'
import { AskButton } from '../../features/proofing/own/ask-button.tsx'
import { ownTexts as rooms } from '../../features/proofing/own/own-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { readDraftsSearch } from '../../lib/routing/drafts-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { Button } from '../../ui/actions/button.tsx'

const askFor = (ids: readonly string[], title: string) => <AskButton ids={ids} title={title} />

/** The works that only their creator sees: drafts, scheduled and hidden ones, and the bin. */
export function DraftsScreen() {
  const viewer = useViewer()
  const { show = 'draft' } = readDraftsSearch(useSearch({ strict: false }))
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="drafts-screen page">
      <DraftsPage
        state={show}
        isCreator={viewer.isCreator}
        aside={
          <Button asChild>
            <Link to="/proofs">{rooms.title}</Link>
          </Button>
        }
        more={askFor}
      />
    </MemberPage>
  )
}
