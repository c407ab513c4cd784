import { Suspense, type ReactNode } from 'react'
import { useOnceOpened } from '../../lib/browser/use-once-opened.ts'

/** Loads a dialog when it is first opened, and then keeps it mounted for its closing animation. */
export const OnceOpened = ({ open, children }: { open: boolean; children: ReactNode }) =>
  useOnceOpened(open) ? <Suspense fallback={null}>{children}</Suspense> : null
