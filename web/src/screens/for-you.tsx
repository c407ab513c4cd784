import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { ForYouPanel } from './for-you-panel.tsx'

/** For You at its own address. Home shows the same in a tab. */
export function ForYouScreen() {
  const viewer = useViewer()
  useDocumentTitle('For You')
  if (viewer === null) return null
  return (
    <>
      <TopBar isCreator={viewer.isCreator} />
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">For You</h1>
        <ForYouPanel viewerId={viewer.id} />
      </main>
      <TabBar isCreator={viewer.isCreator} />
    </>
  )
}
