import { lazy, Suspense } from 'react'
import { useToasts } from './toast.ts'

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }))

/** Where messages appear. Its code is fetched with the first message, so that the landing is spared it. */
export function ToastOutlet() {
  const any = useToasts().length > 0
  return any ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
