import { useNavigate, useRouter } from '@tanstack/react-router'

/** Shuts a dialog that stands in the address: back to the screen as it was left, where there is one. */
export function useCloseDialog(): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    if (router.history.canGoBack()) {
      router.history.back()
      return
    }
    void navigate({
      to: '.',
      search: ({ receipt, ...under }) => (receipt === undefined ? withoutDialogs(under) : under),
      replace: true,
      resetScroll: false,
    })
  }
}

interface InDialogs {
  work?: unknown
  dialog?: unknown
  people?: unknown
}
const withoutDialogs = ({ work: _work, dialog: _dialog, people: _people, ...rest }: InDialogs) =>
  rest
