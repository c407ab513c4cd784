import { TakenDownPage } from '../../features/moderation/taken-down-page.tsx'
import { texts } from '../../features/moderation/taken-down-texts.ts'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** What of the viewer's own was taken down. */
export function TakenDownScreen() {
  const isCreator = useViewer()?.isCreator === true
  useDocumentTitle(texts.title)
  return (
    <>
      <TopBar isCreator={isCreator} />
      <main id="main" tabIndex={-1}>
        <TakenDownPage />
      </main>
      <TabBar isCreator={isCreator} />
    </>
  )
}
