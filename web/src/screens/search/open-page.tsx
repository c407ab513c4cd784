import type { ReactNode } from 'react'
import { PublicFooter, PublicHeader } from '../../features/landing/public-frame.tsx'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { currentPath } from '../../lib/routing/paths.ts'
import { TooltipProvider } from '../../ui/overlay/tooltip.tsx'

/** A screen that is open to everybody: with the members' bars, or with the visitors' header and footer. */
export function OpenPage({ className, children }: { className: string; children: ReactNode }) {
  const viewer = useViewer()
  if (viewer !== null)
    return (
      <MemberPage isCreator={viewer.isCreator} className={className}>
        {children}
      </MemberPage>
    )
  return (
    // Members already have a provider around every screen.
    <TooltipProvider>
      <PublicHeader returnTo={currentPath()} />
      <main id="content" tabIndex={-1} className={className}>
        {children}
      </main>
      <PublicFooter />
    </TooltipProvider>
  )
}
