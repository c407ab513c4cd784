import { without } from '../../lib/home-search.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'

/** Shuts a dialog that stands in the address: back to the wall as it was left, where there is one. */
export function useCloseOverWall(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) {
      router.history.back()
      return
    }
    void navigate({
      to: '/',
      search: (previous) => without(previous, 'work', 'dialog'),
      replace: true,
      resetScroll: false,
    })
  }
}
