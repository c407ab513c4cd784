import { useState } from 'react'

/**
 * What a dialog is about and what was written in it. Both stay while the dialog leaves the screen; what was written stays
 * until it is dropped, or the dialog is about something else.
 */
export function useDialogDraft<T extends { id: string }, W>(about: T | null, nothing: W) {
  const [shown, setShown] = useState(about)
  const [written, setWritten] = useState(nothing)
  if (about !== null && about !== shown) {
    setShown(about)
    if (about.id !== shown?.id) setWritten(nothing)
  }
  return { shown, written, setWritten, drop: () => setWritten(nothing) }
}
