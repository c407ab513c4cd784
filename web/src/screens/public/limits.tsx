import { LimitsPage } from '../../features/limits/limits-page.tsx'
import { texts } from '../../features/limits/limits-texts.ts'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The limits page, for members and visitors. */
export function LimitsScreen() {
  useDocumentTitle(texts.title)
  return (
    <PageFrame className="outline-none">
      <LimitsPage />
    </PageFrame>
  )
}

// In the same file for browsers, so that the first load names one file less.
export { AiScreen } from './ai.tsx'
