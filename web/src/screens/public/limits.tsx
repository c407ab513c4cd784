import { useLocation } from '@tanstack/react-router'
import { LimitsPage } from '../../features/limits/limits-page.tsx'
import { texts } from '../../features/limits/limits-texts.ts'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { AiScreen } from './ai.tsx'

function Limits() {
  useDocumentTitle(texts.title)
  return <LimitsPage />
}

/** The two pages of facts, `/limits` and `/ai`, for members and visitors. One file, so that first loads name one. */
export function LimitsScreen() {
  const { pathname } = useLocation()
  return (
    <PageFrame className="outline-none">{pathname === '/ai' ? <AiScreen /> : <Limits />}</PageFrame>
  )
}
