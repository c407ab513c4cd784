import { lazyRouteComponent, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { isServer } from './lib/browser/environment.ts'
import { rememberScreen } from './lib/media/views.ts'
import { MemberBarsContext } from './features/navigation/bars.ts'
import { MemberBars } from './features/navigation/member-page.tsx'
import { hasPendingAct } from './features/session/pending.ts'
import { useViewer } from './features/session/use-viewer.ts'
import { preloadToaster } from './ui/feedback/toast-outlet.tsx'
import { BoardPickerContext, type BoardParts } from './ui/actions/board-picker.tsx'
import { TooltipProvider } from './ui/overlay/tooltip.tsx'

// Loaded after the screen, because they show nothing at first.
const LiveUpdates = lazyRouteComponent(() => import('./screens/live-updates.tsx'), 'LiveUpdates')
const PendingAct = lazyRouteComponent(() => import('./screens/pending-act.tsx'), 'PendingAct')
const RoutedDialogs = lazyRouteComponent(
  () => import('./screens/dialogs/routed-dialogs.tsx'),
  'RoutedDialogs',
)

let applied = false
/** Passes the setting on when it changes. Few people change it, so the code is loaded only then. */
function applySensitiveChoice(showsSensitive: boolean): void {
  if (showsSensitive === applied) return
  applied = showsSensitive
  void import('./ui/media/revealed.ts').then(({ revealAll }) => revealAll(showsSensitive))
}

/** Wraps every members' screen with what the landing page doesn't need. */
export function Members({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  // A layout effect, so that it runs before the screen's effects report a view.
  useLayoutEffect(() => rememberScreen(pathname, search), [pathname, search])
  const [boardParts, setBoardParts] = useState<BoardParts | null>(null)
  const viewer = useViewer()
  const showsSensitive = viewer?.showsSensitive === true
  useEffect(() => applySensitiveChoice(showsSensitive), [showsSensitive])
  useEffect(preloadToaster, [])
  return (
    <TooltipProvider>
      <BoardPickerContext value={boardParts}>
        <MemberBarsContext value={MemberBars}>{children}</MemberBarsContext>
      </BoardPickerContext>
      {isServer ? null : <Companions onBoards={setBoardParts} />}
    </TooltipProvider>
  )
}

/** What the members' screens have beside them. None of it shows at first. */
function Companions({ onBoards }: { onBoards: (parts: BoardParts) => void }) {
  const viewer = useViewer()
  const [isPending] = useState(hasPendingAct)
  return (
    <>
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
      {isPending && viewer !== null ? (
        <Suspense fallback={null}>
          <PendingAct viewerId={viewer.id} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <RoutedDialogs onBoards={onBoards} />
      </Suspense>
    </>
  )
}
