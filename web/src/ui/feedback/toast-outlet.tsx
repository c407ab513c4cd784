import { lazy, Suspense } from 'react'
import { useToasts } from './toast.ts'

const importToaster = () => import('./toaster.tsx')
const Toaster = lazy(async () => ({ default: (await importToaster()).Toaster }))

/** Fetches it ahead, for screens whose first message may be gone half a second later. */
export const preloadToaster = () => void importToaster()

/** Where messages appear. Its code is fetched with the first message, so that the landing is spared it. */
export function ToastOutlet() {
  const any = useToasts().length > 0
  return any ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
