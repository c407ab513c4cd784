import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { rememberScreen } from './lib/media/views.ts'
import { useViewer } from './features/session/use-viewer.ts'
import { preloadToaster } from './ui/feedback/toast-outlet.tsx'
import { TooltipProvider } from './ui/overlay/tooltip.tsx'

// After the screen: nothing of them is drawn at first.
const LiveUpdates = lazy(async () => ({
  default: (await import('./screens/live-updates.tsx')).LiveUpdates,
}))
const Overs = lazy(async () => ({ default: (await import('./screens/dialogs/overs.tsx')).Overs }))

let told = false
/** Few have chosen otherwise: for the others nothing is fetched. */
function tellChoice(showsSensitive: boolean): void {
  if (showsSensitive === told) return
  told = showsSensitive
  void import('./ui/media/revealed.ts').then(({ revealAll }) => revealAll(showsSensitive))
}

/** What stands around every members' screen and what the landing page need not fetch. */
export function Members({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  // Before the screen's own effects tell of a look.
  useLayoutEffect(() => rememberScreen(pathname, search), [pathname, search])
  const showsSensitive = useViewer()?.showsSensitive === true
  useEffect(() => tellChoice(showsSensitive), [showsSensitive])
  useEffect(preloadToaster, [])
  return (
    <TooltipProvider>
      {children}
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
      <Suspense fallback={null}>
        <Overs />
      </Suspense>
    </TooltipProvider>
  )
}
