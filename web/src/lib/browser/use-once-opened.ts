import { useState } from 'react'

/** Once opened, a dialog stays mounted, so that it can leave the screen as it came. */
export function useOnceOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened
}
