import type { ReactNode } from 'react'
import { TooltipProvider } from './ui/tooltip.tsx'

/** What stands around every members' screen and what the landing page need not fetch. */
export const Members = ({ children }: { children: ReactNode }) => (
  <TooltipProvider>{children}</TooltipProvider>
)
