import { AiPage } from '../../features/limits/ai-page.tsx'
import { texts } from '../../features/limits/ai-texts.ts'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The page about AI training and licences, for members and visitors. */
export function AiScreen() {
  useDocumentTitle(texts.title)
  return (
    <PageFrame className="outline-none">
      <AiPage />
    </PageFrame>
  )
}
