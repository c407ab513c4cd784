import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AppRouter } from './router.tsx'
import { ToastOutlet } from './ui/feedback/toast-outlet.tsx'

interface AppProps {
  router: AppRouter
  queryClient: QueryClient
  /** Called once the first screen is drawn and its effects have run. */
  onReady?: () => void
}

export function App({ router, queryClient, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady])
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastOutlet />
    </QueryClientProvider>
  )
}
