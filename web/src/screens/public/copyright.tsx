import { lazy, Suspense } from 'react'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

const CopyrightPage = lazy(async () => ({
  default: (await import('../../features/moderation/copyright-page.tsx')).CopyrightPage,
}))

/** The copyright notice page, for members and visitors. */
export function CopyrightScreen() {
  useDocumentTitle('Copyright notice')
  return (
    <PageFrame className="min-h-dvh outline-none">
      <Suspense>
        <CopyrightPage />
      </Suspense>
    </PageFrame>
  )
}
