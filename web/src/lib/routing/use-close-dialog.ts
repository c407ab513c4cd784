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
    void navigate({ to: '.', search: withoutTop, replace: true, resetScroll: false })
  }
}

interface InDialogs {
  work?: unknown
  dialog?: unknown
  people?: unknown
  hire?: unknown
  inquire?: unknown
  about?: unknown
  message?: unknown
  receipt?: unknown
}

/** A receipt and what one writes stand over the other dialogs. */
function withoutTop({ receipt, hire, inquire, about: _about, message, ...under }: InDialogs) {
  if ((receipt ?? hire ?? inquire ?? message) !== undefined) return under
  const { work: _work, dialog: _dialog, people: _people, ...rest } = under
  return rest
}
