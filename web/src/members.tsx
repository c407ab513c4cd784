import { useEffect, type ReactNode } from 'react'
import { preloadToaster } from './ui/toast-outlet.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

/** What stands around every members' screen and what the landing page need not fetch. */
export function Members({ children }: { children: ReactNode }) {
  useEffect(preloadToaster, [])
  return <TooltipProvider>{children}</TooltipProvider>
}
