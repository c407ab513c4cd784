import { useState } from 'react'

/** True from the first opening on, so that a dialog stays mounted for its closing animation. */
export function useOnceOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened
}
