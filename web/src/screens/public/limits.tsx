import { LEGAL_PAGES, legalPath } from '@plinth/contract/legal.ts'
import { useLocation } from '@tanstack/react-router'
import { LegalPage } from '../../features/legal/legal-page.tsx'
import { LimitsPage } from '../../features/limits/limits-page.tsx'
import { texts } from '../../features/limits/limits-texts.ts'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { AiScreen } from './ai.tsx'

function Limits() {
  useDocumentTitle(texts.title)
  return <LimitsPage />
}

/**
 * The pages of facts, for members and visitors: limits, AI training, and what the operator has to say. One file, so that
 * first loads name one.
 */
export function LimitsScreen() {
  const { pathname } = useLocation()
  const legal = LEGAL_PAGES.find((page) => legalPath(page) === pathname)
  return (
    <PageFrame className="outline-none">
      {legal === undefined ? (
        pathname === '/ai' ? (
          <AiScreen />
        ) : (
          <Limits />
        )
      ) : (
        <LegalPage key={legal} page={legal} />
      )}
    </PageFrame>
  )
}
