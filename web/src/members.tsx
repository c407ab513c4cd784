import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { preloadToaster } from './ui/toast-outlet.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// After the screen: nothing of it is drawn.
const LiveUpdates = lazy(async () => ({
  default: (await import('./screens/live-updates.tsx')).LiveUpdates,
}))

/** What stands around every members' screen and what the landing page need not fetch. */
export function Members({ children }: { children: ReactNode }) {
  useEffect(preloadToaster, [])
  return (
    <TooltipProvider>
      {children}
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
    </TooltipProvider>
  )
}
