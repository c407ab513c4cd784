import { useState } from 'react'

/**
 * The subject of a dialog and what was typed in it. Both stay while the dialog closes; the text stays until it is
 * dropped or the dialog opens for another subject.
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
