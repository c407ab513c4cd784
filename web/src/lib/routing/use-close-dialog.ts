import { useNavigate, useRouter } from '@tanstack/react-router'

/** Closes a dialog that is open in the address: goes back if possible, or else removes it from the address. */
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

/** A receipt and a form to hire or write open on top of the other dialogs, so they close first. */
function withoutTop({ receipt, hire, inquire, about: _about, message, ...under }: InDialogs) {
  if ((receipt ?? hire ?? inquire ?? message) !== undefined) return under
  const { work: _work, dialog: _dialog, people: _people, ...rest } = under
  return rest
}
