import { lazy, Suspense } from 'react'
import { useToasts } from './toast.ts'

const importToaster = () => import('./toaster.tsx')
const Toaster = lazy(async () => ({ default: (await importToaster()).Toaster }))

/** Loads the toaster ahead, for screens whose first toast may disappear within half a second. */
export const preloadToaster = () => void importToaster()

/** Where toasts appear. The code loads with the first toast, so that the landing page doesn't need it. */
export function ToastOutlet() {
  const any = useToasts().length > 0
  return any ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
