import { useEffect, useState } from 'react'

/** The value once it has not changed for this long; at once when it becomes empty. */
export function usePause(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  if (value === '' && settled !== '') setSettled('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
