import { AiPage } from '../../features/limits/ai-page.tsx'
import { texts } from '../../features/limits/ai-texts.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** AI training and licences, inside the bars of the limits page. */
export function AiScreen() {
  useDocumentTitle(texts.title)
  return <AiPage />
}
